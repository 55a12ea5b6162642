//!BUFFER COUNTS
//!STORAGE
//!VAR float frames

//!TEXTURE SUM
//!SIZE 3 2
//!FORMAT r32f
//!STORAGE

//!HOOK MAIN
//!BIND HOOKED
//!BIND COUNTS
//!BIND SUM
vec4 hook() { return HOOKED_tex(HOOKED_pos) + frames; }
