//!BUFFER COUNT
//!STORAGE
//!VAR float frames

//!HOOK MAIN
//!BIND HOOKED
//!BIND COUNT
//!COMPUTE 8 8
//!SAVE NONE
//!DESC count
void hook() { if (gl_GlobalInvocationID.xy == uvec2(0)) frames += 1.0; }

//!HOOK MAIN
//!BIND HOOKED
//!BIND COUNT
//!DESC show
vec4 hook()
{
    vec4 color = HOOKED_tex(HOOKED_pos);
    return HOOKED_pos.x * 1000.0 < frames ? vec4(1.0, 0.5, 0.0, 1.0) : color;
}
