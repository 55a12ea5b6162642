#version 430 core
#ifdef COLUMNS
#define AT(i, line) ivec2(line, i)
#define SIZE_ALONG int(u_size.y)
#define SIZE_ACROSS int(u_size.x)
#else
#define AT(i, line) ivec2(i, line)
#define SIZE_ALONG int(u_size.x)
#define SIZE_ACROSS int(u_size.y)
#endif
#include "common/edge.glsl"
#include "common/join.glsl"
#include "blur/fft.glsl"

// Rows or columns convolved with a kernel that is the same on both sides, so that its frequencies are real. A complex
// number is two channels, first blue and alpha, then red and green. With OPAQUE alpha is 1, and the threads of a line
// have two adjacent lines of the image: first blue of both, then red and green of each. They read the second line
// again, since registers are few.

layout(binding = 0) uniform sampler2D u_input;
layout(binding = 1) uniform sampler2D u_kernel; // a frequency a texel, with the scale of the transforms
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec2 u_size;
uniform int u_end; // where texels begin to be those before the first

#ifdef OPAQUE
#define FIRST_LINE (2 * LINE)
#else
#define FIRST_LINE LINE
#endif

vec4 texel(int i, int line)
{
    int at = i < u_end ? i : i - LENGTH;
    bool hidden = is_hidden(at, SIZE_ALONG) || line >= SIZE_ACROSS;
    return hidden ? vec4(0.0) : texelFetch(u_input, AT(inside(at, SIZE_ALONG), line), 0);
}

void convolve()
{
    STAGES
    EACH_NUMBER(LAST, held[k] = SWAP(held[k]) * texelFetch(u_kernel, ivec2(i, 0), 0).r)
    BACK
}

#define STORE(line, blue_alpha) \
    if (line < SIZE_ACROSS) \
        EACH_NUMBER(FIRST, \
            if (i < SIZE_ALONG) \
                imageStore(out_image, AT(i, line), JOIN_AFTER(vec4(SWAP(held[k]), blue_alpha), AT(i, line))))

void main()
{
    vec2 other[HELD];
#ifdef OPAQUE
    EACH_NUMBER(FIRST,
        vec4 color = texel(i, FIRST_LINE);
        held[k] = vec2(color.b, texel(i, FIRST_LINE + 1).b);
        other[k] = color.rg)
#else
    EACH_NUMBER(FIRST, vec4 color = texel(i, FIRST_LINE); held[k] = color.ba; other[k] = color.rg)
#endif
    convolve();
    EACH_NUMBER(FIRST, vec2 blue = SWAP(held[k]); held[k] = other[k]; other[k] = blue)
    convolve();
#ifdef OPAQUE
    STORE(FIRST_LINE, vec2(other[k].x, 1.0))
    EACH_NUMBER(FIRST, held[k] = texel(i, FIRST_LINE + 1).rg)
    convolve();
    STORE(FIRST_LINE + 1, vec2(other[k].y, 1.0))
#else
    STORE(FIRST_LINE, other[k])
#endif
}
