// What the steps up of a pyramid share that are made by groups in shared memory (J. Jimenez, Next Generation Post
// Processing in Call of Duty: Advanced Warfare, SIGGRAPH 2014). A tent of bilinear taps is three taps along each axis
// in the coarse image, then interpolation at the quarters between its texels.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

layout(local_size_x = GROUP) in;
layout(binding = 1) uniform sampler2D u_kept; // of the level above the deepest, while that one fades in
layout(binding = 0) writeonly uniform image2D out_image;
layout(location = 0) uniform int u_levels;   // 1..8
layout(location = 1) uniform float u_share;  // of the deepest level; the rest is what is kept
layout(location = 2) uniform vec2 u_weights; // of the taps over the deepest level: centre, side
layout(location = 3) uniform vec2 u_picture; // its size

// Of the last level that a group makes it holds WIDTH columns, and each invocation makes RUN texels of one of them.
// There is a row more above and below, so that taps need not ask where they are.
const int RUN = WIDTH * HEIGHT / GROUP;
shared vec4 s_level[WIDTH * (HEIGHT + 2)];

ivec2 size_of(int level)
{
    return (ivec2(u_picture) + (1 << level) - 1) >> level;
}

vec2 weights_of(int level)
{
    return level == u_levels ? u_weights : vec2(0.5, 0.25);
}

// The first texel of an invocation.
ivec2 run_of(int self)
{
    return ivec2(self % WIDTH, self / WIDTH * RUN);
}

// Where it is held.
int place_of(ivec2 at)
{
    return (at.y + 1) * WIDTH + at.x;
}

// Three taps along each axis of what is held. The outermost texels are not what they should be.
void smooth_run(int first, vec2 weights, out vec4 made[RUN])
{
    vec4 rows[RUN + 2];
    for (int i = 0; i < RUN + 2; i++) {
        int at = first + (i - 1) * WIDTH;
        rows[i] = weights.x * s_level[at] + weights.y * (s_level[at - 1] + s_level[at + 1]);
    }
    for (int i = 0; i < RUN; i++)
        made[i] = weights.x * rows[i + 1] + weights.y * (rows[i] + rows[i + 2]);
}
