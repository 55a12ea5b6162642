// Insertion points in the program of a spatial effect. The plan inserts the pointwise steps before it, which are
// applied to each texel of the input, or those after it, applied to each texel of the output. Without such steps the
// macros return the colour unchanged.

#ifndef JOIN_BEFORE
#define JOIN_BEFORE(color, coord) (color)
#endif

#ifndef JOIN_AFTER
#define JOIN_AFTER(color, coord) (color)
#endif
