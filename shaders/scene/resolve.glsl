// Makes one texel from its SAMPLES, each weighed by 1 / (1 + luminance) (B. Karis, Tone mapping, 2013; T. Lottes), so
// that a sample counts as much as a display shows of it. In the plain mean of light a sample of 8 outshines three of
// 0.1: a tone curve then shows a texel that is covered by a quarter nearly as white as one covered whole, and
// silhouettes crawl in steps as if there were no samples. Equal samples give themselves. Alpha is the plain mean, which
// is 1 of an opaque scene even where a GPU's x / x is not.

#include "common/luminance.glsl"

layout(binding = 0) uniform sampler2DMS u_input; // finite

vec4 resolve(ivec2 at)
{
    vec3 sum = vec3(0.0);
    float weights = 0.0, alphas = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        vec4 color = texelFetch(u_input, at, i);
        float weight = 1.0 / (1.0 + luminance(color.rgb));
        sum += weight * color.rgb;
        weights += weight;
        alphas += color.a;
    }
    return vec4(sum / weights, alphas * (1.0 / float(SAMPLES)));
}
