#version 430 core
#include "pixelate/pixelate.glsl"

// A step of the mean of squares of pixels, one fragment a texel.

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = pixelate(ivec2(gl_FragCoord.xy));
}
