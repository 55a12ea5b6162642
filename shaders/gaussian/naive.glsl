// A Gaussian by all (2r + 1)^2 reads in one pass. texel() reads the input and beyond its border (gaussian_input.glsl);
// u_weights has the weights at the distances 0, 1, ... (gaussian_weights.glsl).

uniform int u_radius;

vec4 gaussian(ivec2 at)
{
    vec4 sum = vec4(0.0);
    for (int y = -u_radius; y <= u_radius; y++) {
        vec4 row = vec4(0.0);
        for (int x = -u_radius; x <= u_radius; x++)
            row += u_weights[abs(x)] * texel(at + ivec2(x, y));
        sum += u_weights[abs(y)] * row;
    }
    return sum;
}
