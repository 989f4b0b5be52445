"""Pictures of matroids as SVG or PNG, drawn without any dependency."""
