"""A machine in three dimensions, as data: parts fixed to links, from its shapes or from its skeleton, and meshes."""
