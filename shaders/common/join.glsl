// Holes in the program of a spatial effect, which the plan fills with pointwise neighbours of its step: what they
// make of a texel of the input, and of one of the output. Nothing where it has not.

#ifndef JOIN_BEFORE
#define JOIN_BEFORE(color, coord) (color)
#endif

#ifndef JOIN_AFTER
#define JOIN_AFTER(color, coord) (color)
#endif
