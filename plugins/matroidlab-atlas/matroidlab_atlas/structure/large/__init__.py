"""Recognition of binary, graphic, cographic and regular matroids of hundreds of elements.

A binary matroid is a bipartite graph: a vertex for each element of a basis and for each other
element, joined if the second can replace the first. Small separations of the matroid are cuts of
small rank of that graph, which are found by what one vertex on a side implies about the others.
"""
