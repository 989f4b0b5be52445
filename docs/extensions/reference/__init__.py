"""The reference, made of the library itself when the documentation is built.

Pages in ``reference/`` list objects in blocks ``{objects}``, which become tables; every object gets a page of its own.
Blocks ``{generated}`` become the commands, keys, laws or hooks that there are. A name in backquotes, on any page,
becomes a link where it is the name of one public object. Only `extension` and `links` need Sphinx.
"""
