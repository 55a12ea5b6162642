// A Gaussian along one axis. It is a product of exponentials of x and of y, so two passes of 2r + 1 reads do the work
// of one with (2r + 1)^2. texel() reads the input and beyond its border (gaussian_input.glsl); u_weights has the
// weights at the distances 0, 1, ... (gaussian_weights.glsl).

#ifdef COLUMNS
const ivec2 STEP = ivec2(0, 1);
#else
const ivec2 STEP = ivec2(1, 0);
#endif

vec4 gaussian(ivec2 at)
{
    vec4 sum = u_weights[0] * texel(at);
    for (int i = 1; i <= RADIUS; i++)
        sum += u_weights[i] * (texel(at - i * STEP) + texel(at + i * STEP));
    return sum;
}
