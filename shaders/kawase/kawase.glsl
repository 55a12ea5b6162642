// A pass of Kawase's blur (M. Kawase, Frame buffer postprocessing effects in DOUBLE-S.T.E.A.L, GDC
// 2003): four taps on the diagonals. At half texels each of them averages 2x2 texels for the price
// of one read.

layout(binding = 0) uniform sampler2D u_input; // filtered
uniform float u_distance; // texels along each axis
// The size of both images. Asking an image for its size costs as much as reading from it (seen on an NVIDIA H200).
uniform vec2 u_size;

vec4 tap(vec2 place)
{
    return textureLod(u_input, place / u_size, 0.0);
}

vec4 kawase(ivec2 at)
{
    vec2 centre = vec2(at) + 0.5;
    vec2 d = vec2(u_distance, -u_distance);
    return (tap(centre + d.xx) + tap(centre + d.xy) + tap(centre + d.yx) + tap(centre + d.yy)) /
           4.0;
}
