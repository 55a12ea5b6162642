#version 430 core

// A scene that was drawn smaller, as large as the output. Its values are finite: NaN would spread
// through the texture filter even at weight 0.

layout(binding = 0) uniform sampler2D u_input; // bilinear, clamped
uniform vec2 u_size; // of the output, texels

uniform int u_side; // of the square that a texel becomes; 0: they go over into one another

layout(location = 0) out vec4 out_color;

void main()
{
    if (u_side > 0)
        out_color = texelFetch(u_input, ivec2(gl_FragCoord.xy) / u_side, 0);
    else
        out_color = texture(u_input, gl_FragCoord.xy / u_size);
}
