// Reading and placing texels for passes of the box along lines. A line is a row, or with DOWN a column; places on it
// are counted in texels from the left or top. Rows are read from an image of the format INPUT, columns from one of the
// format VIA.
#include "common/edge.glsl"

#ifdef DOWN
#define FORMAT VIA
#define BYTES VIA_BYTES
#else
#define FORMAT INPUT
#define BYTES INPUT_BYTES
#endif

layout(binding = 0) restrict writeonly uniform image2D out_image;
layout(binding = 1, FORMAT) restrict readonly uniform image2D in_image;

// Sums of bytes are whole numbers, and exact.
#if BYTES
const float unit = 255.0;
#define in_units(color) round((color) * unit)
#else
const float unit = 1.0;
#define in_units(color) (color)
#endif

ivec2 place(int at, int line)
{
#ifdef DOWN
    return ivec2(line, at);
#else
    return ivec2(at, line);
#endif
}

ivec2 line_size() // length and number of the lines
{
    ivec2 size = imageSize(out_image);
    return place(size.x, size.y);
}

vec4 texel(int at, int line, int count)
{
    vec4 color = in_units(imageLoad(in_image, place(inside(at, count), line)));
    return is_hidden(at, count) ? vec4(0.0) : color;
}
