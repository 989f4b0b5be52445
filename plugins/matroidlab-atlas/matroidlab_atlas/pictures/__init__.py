"""Pictures of matroids. SVG needs no other library; PNG needs matplotlib."""
