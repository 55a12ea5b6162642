// A step down of a pyramid, to half the width and height, from thirteen bilinear taps (J. Jimenez, Next Generation Post
// Processing in Call of Duty: Advanced Warfare, SIGGRAPH 2014): five squares of four taps, one of half the weight
// around the centre, four that overlap around it. Texel i of the result lies over texels 2i and 2i + 1 of the input.
// add() and result() are those of a weighted mean (pyramid/mean.glsl).

layout(binding = 0) uniform sampler2D u_input; // filtered

vec4 tap(vec2 place)
{
    return textureLod(u_input, place / vec2(textureSize(u_input, 0)), 0.0);
}

vec4 pyramid(ivec2 at)
{
    vec2 centre = vec2(2 * at + 1), d = vec2(1.0, -1.0); // d: to the diagonals
    vec4 taps[9];
    for (int i = 0; i < 9; i++)
        taps[i] = tap(centre + 2.0 * vec2(i % 3 - 1, i / 3 - 1));
    Mean mean = Mean(vec4(0.0), 0.0);
    add(mean, 0.5, (tap(centre + d.yy) + tap(centre + d.xy) + tap(centre + d.yx) + tap(centre + d.xx)) / 4.0);
    for (int i = 0; i < 4; i++) {
        int first = i + i / 2; // 0, 1, 3, 4
        add(mean, 0.125, (taps[first] + taps[first + 1] + taps[first + 3] + taps[first + 4]) / 4.0);
    }
    return result(mean);
}
