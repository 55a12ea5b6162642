// This text precedes each pass of a shader file. HALATION_COMPUTE is defined for compute passes, HALATION_COMPONENTS
// is the number of components of its colours, and HALATION_FINISHES the binding of the picture from which it takes
// alpha.

#ifdef HALATION_COMPUTE
layout(binding = 0) writeonly uniform image2D out_image;
#define halation_at (vec2(gl_GlobalInvocationID.xy) + 0.5)
#else
layout(location = 0) out vec4 out_color;
#define halation_at gl_FragCoord.xy
#endif

#ifdef HALATION_FINISHES
layout(binding = HALATION_FINISHES) uniform sampler2D halation_around;
#endif

uniform int halation_frame;
uniform float halation_random;
uniform vec2 halation_input_size;
uniform vec2 halation_target_size;
uniform vec2 halation_tex_offset;
uniform vec4 halation_result; // size and 1 / size of the output of the pass

// Writes the result of hook(). This function precedes the body, whose macros thus do not affect it.
#ifndef HALATION_COMPUTE
void halation_put(vec4 color)
{
#if HALATION_COMPONENTS == 1
    color.gba = vec3(0.0, 0.0, 1.0);
#elif HALATION_COMPONENTS == 2
    color.ba = vec2(0.0, 1.0);
#elif HALATION_COMPONENTS == 3
    color.a = 1.0;
#endif
#ifdef HALATION_FINISHES
    color.a = texelFetch(halation_around, ivec2(halation_at), 0).a;
#endif
    out_color = color;
}
#endif
