#version 430 core
#ifdef DOWN
#include "pyramid/mean.glsl"
#endif
#if defined(SMOOTH)
#include "pyramid/smooth.glsl"
#elif defined(GAUSS5) && defined(DOWN)
#include "pyramid/five_down.glsl"
#elif defined(GAUSS5)
#include "pyramid/five_up.glsl"
#elif defined(DOWN)
#include "pyramid/down.glsl"
#else
#include "pyramid/up.glsl"
#endif
#include "blur/mix.glsl"

// A step of the pyramid blur, one fragment a texel.

layout(location = 0) out vec4 out_color;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    out_color = mixed(at, pyramid(at));
}
