// The leak sanitizer names what leaked by its stack, at the end. GL drivers are unloaded before
// that, and what they keep would then count as lost, with stacks that lead nowhere. So in sanitizer
// builds nothing is unloaded.

int dlclose(void *library);

int dlclose(void *library)
{
    (void) library;
    return 0;
}

// The leak sanitizer looks for pointers in the storage of every thread, and now and then that of a
// driver's worker that is just ending, which it does not survive. Without that storage it sees
// fewer pointers, so it finds no less: only what the loader itself keeps there has to be named.
const char *__lsan_default_options(void);
const char *__lsan_default_suppressions(void);

const char *__lsan_default_options(void)
{
    return "use_tls=0:print_suppressions=0";
}

const char *__lsan_default_suppressions(void)
{
    return "leak:add_to_global_resize\nleak:_dl_map_object_deps\nleak:tls_get_addr\n";
}
