#version 430 core
#include "common/edge.glsl"
#include "common/join.glsl"

// A step down of the dual filter (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015) with the taps where they
// are published: a texel of the output rests on a square of 16 texels, of which the four in the middle count five
// times. An invocation walks down COLUMNS columns of the output and reads each row once. It shares nothing, which suits
// processors that run the invocations of a group in turns.

layout(local_size_x = COLUMN_LANES) in;
layout(binding = 0) uniform sampler2D u_input; // unfiltered
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec4 u_sizes; // of the input, and of the output
uniform int u_rows;   // of the output, in an invocation's columns

const int COLUMNS = DOWN_COLUMNS, TEXELS = 2 * COLUMNS + 2;

// Sums of a row under each column: of its four texels and of the two in the middle.
struct Row {
    vec4 all[COLUMNS], middle[COLUMNS];
};

Row read_row(ivec2 from, ivec2 size)
{
    vec4 texels[TEXELS];
    for (int i = 0; i < TEXELS; i++) {
        ivec2 at = from + ivec2(i, 0), place = inside(at, size);
        vec4 texel = texelFetch(u_input, place, 0);
        texels[i] = is_hidden(at, size) ? vec4(0.0) : JOIN_BEFORE(texel, place);
    }
    Row row;
    for (int i = 0; i < COLUMNS; i++) {
        row.middle[i] = texels[2 * i + 1] + texels[2 * i + 2];
        row.all[i] = texels[2 * i] + row.middle[i] + texels[2 * i + 3];
    }
    return row;
}

void main()
{
    ivec2 size = ivec2(u_sizes.xy), at = ivec2(COLUMNS * gl_GlobalInvocationID.x, u_rows * int(gl_WorkGroupID.y));
    ivec2 from = 2 * at - 1;
    Row first = read_row(from, size), second = read_row(from + ivec2(0, 1), size);
    for (int row = 0; row < u_rows; row++) {
        from.y += 2;
        Row third = read_row(from, size), fourth = read_row(from + ivec2(0, 1), size);
        for (int i = 0; i < COLUMNS; i++) {
            vec4 all = first.all[i] + second.all[i] + third.all[i] + fourth.all[i];
            imageStore(out_image, at + ivec2(i, row), (all + 4.0 * (second.middle[i] + third.middle[i])) / 32.0);
        }
        first = third;
        second = fourth;
    }
}
