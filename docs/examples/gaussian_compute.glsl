// The exact Gaussian blur, by compute shaders. A group reads the texels that its own need once, into
// shared memory, where there is room for as many as a width of 16 pixels needs.
//@ sigma sigma
//@ same-as gaussian:sigma=10:radius=45

//!PARAM sigma
//!DESC Width of the blur, its standard deviation
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 16
10

//!HOOK LINEAR
//!BIND HOOKED
//!SAVE ROWS
//!COMPUTE 64 1
//!DESC rows
const int most = 72;
shared vec4 texels[64 + 2 * most];

void hook()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    ivec2 last = ivec2(HOOKED_size) - 1;
    int id = int(gl_LocalInvocationID.x), radius = int(ceil(4.5 * sigma)), first = at.x - id - radius;
    for (int i = id; i < 64 + 2 * radius; i += 64)
        texels[i] = texelFetch(HOOKED_raw, clamp(ivec2(first + i, at.y), ivec2(0), last), 0);
    barrier();
    vec4 sum = texels[id + radius];
    float weights = 1.0;
    for (int i = 1; i <= radius; i++) {
        float weight = exp(-float(i * i) / (2.0 * sigma * sigma));
        sum += weight * (texels[id + radius - i] + texels[id + radius + i]);
        weights += 2.0 * weight;
    }
    imageStore(out_image, at, sum / weights);
}

//!HOOK LINEAR
//!BIND ROWS
//!COMPUTE 1 64
//!DESC columns
const int most = 72;
shared vec4 texels[64 + 2 * most];

void hook()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    ivec2 last = ivec2(ROWS_size) - 1;
    int id = int(gl_LocalInvocationID.y), radius = int(ceil(4.5 * sigma)), first = at.y - id - radius;
    for (int i = id; i < 64 + 2 * radius; i += 64)
        texels[i] = texelFetch(ROWS_raw, clamp(ivec2(at.x, first + i), ivec2(0), last), 0);
    barrier();
    vec4 sum = texels[id + radius];
    float weights = 1.0;
    for (int i = 1; i <= radius; i++) {
        float weight = exp(-float(i * i) / (2.0 * sigma * sigma));
        sum += weight * (texels[id + radius - i] + texels[id + radius + i]);
        weights += 2.0 * weight;
    }
    imageStore(out_image, at, sum / weights);
}
