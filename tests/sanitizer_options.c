// Options of the sanitizers for GL drivers. Linked into every program of a sanitizer build.

int dlclose(void *library);
const char *__asan_default_options(void);

// Leaks are searched at the end and named by their stacks. Drivers are unloaded before that, and
// what they keep would then count as lost, with stacks that lead nowhere: so nothing is unloaded.
int dlclose(void *library)
{
    (void) library;
    return 0;
}

// The search guesses where a library's thread-local memory ends, and guesses wrong with those of
// Mesa: with an empty shader cache it read far beyond and crashed, in every run. Stacks are named
// by addr2line where there is no llvm-symbolizer, which clang does not bring along.
const char *__asan_default_options(void)
{
    return "intercept_tls_get_addr=0:allow_addr2line=1";
}

// That of races sees the program's own code, and not how Mesa's threads pass its fences on.
const char *__tsan_default_suppressions(void)
{
    return "called_from_lib:swrast_dri.so\n";
}
