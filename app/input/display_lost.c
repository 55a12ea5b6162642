#include "app/input/display_lost.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

static struct {
    void (*function)(void *data);
    void *data;
} lost;

// Xlib calls this handler, with its connection.
static int on_io_error(void *display)
{
    (void) display;
    lost.function(lost.data);
    return 0;
}

// GLFW has loaded Xlib where it uses it, so the program needs neither its header nor its library.
void display_lost_call(void (*function)(void *data), void *data)
{
    int (*(*set_handler)(int (*handler)(void *display)))(void *display) = NULL;
    void *const program = dlopen(NULL, RTLD_LAZY);
    void *const symbol = program ? dlsym(program, "XSetIOErrorHandler") : NULL;
    if (!symbol || !function)
        return;
    lost.function = function;
    lost.data = data;
    memcpy(&set_handler, &symbol, sizeof(set_handler)); // C has no cast from data to functions
    set_handler(on_io_error);
}
