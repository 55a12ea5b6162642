// Moves an image by an offset; the sampler defines the texels outside the image.

layout(binding = 0) uniform sampler2D u_input; // not filtered
uniform vec2 u_offset; // whole texels

vec4 shifted(ivec2 at)
{
    return textureLod(u_input, (vec2(at) + 0.5 + u_offset) / vec2(textureSize(u_input, 0)), 0.0);
}
