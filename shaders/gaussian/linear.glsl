// A Gaussian along one axis with half of the reads: the bilinear filter weighs two neighbours when it reads between
// them (D. Rákos, Efficient Gaussian blur with linear sampling, 2010). texel() is gaussian_input.glsl's.

uniform float u_centre;           // weight of the middle; 0: no read
uniform float u_pairs[2 * READS]; // of READS on each side: offset in px, weight; the next

#ifdef COLUMNS
const vec2 STEP = vec2(0.0, 1.0);
#else
const vec2 STEP = vec2(1.0, 0.0);
#endif

vec4 tap(vec2 place)
{
    return textureLod(u_input, place / u_size, 0.0);
}

vec4 gaussian(ivec2 at)
{
    vec2 place = vec2(at) + 0.5;
    vec4 sum = u_centre > 0.0 ? u_centre * texel(at) : vec4(0.0);
    for (int i = 0; i < READS; i++) {
        vec2 offset = u_pairs[2 * i] * STEP;
        sum += u_pairs[2 * i + 1] * (tap(place - offset) + tap(place + offset));
    }
    return sum;
}
