#include "app/window/input/window.h"

#include "app/window/input/window_input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <dlfcn.h>
#include <math.h>
#include <string.h>

static const char *last_error(void)
{
    const char *text = NULL;
    glfwGetError(&text);
    return text ? text : "no reason given";
}

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

// A screen's server may go away while a window is open: it ends, or the line to a far one breaks.
// Xlib then ends the program by itself, with status 1 and several lines, and GLFW cannot tell. This
// makes Xlib call `function` instead, which must not return. Does nothing where the window is not
// of Xlib.
//
// GLFW has loaded Xlib where it uses it, so the program needs neither its header nor its library.
static void call_when_lost(void (*function)(void *data), void *data)
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

static void set_hints(const struct window_desc *desc)
{
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, desc->debug);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
}

// Makes the window as much larger as the screen wants all drawn, as far as that has room.
static void enlarge(struct window *window, const struct window_desc *desc)
{
    int x, y, width = 0, height = 0;
    GLFWmonitor *monitor = glfwGetPrimaryMonitor();
    if (!monitor)
        return;
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
    const float room =
        fminf((float) width / (float) desc->width, (float) height / (float) desc->height);
    const float factor = fminf(window->input.scale, room);
    if (factor > 1)
        window_set_size(window, (int) ((float) desc->width * factor),
                        (int) ((float) desc->height * factor));
}

bool window_init(struct window *window, const struct window_desc *desc, struct error *error)
{
    *window = (struct window){ 0 };
    if (!glfwInit())
        return error_set(error,
                         "there is no display for a window (%s); --screenshot FILE makes a picture "
                         "without one",
                         last_error());
    set_hints(desc);
    GLFWwindow *handle = glfwCreateWindow(desc->width, desc->height, "halation", NULL, NULL);
    if (!handle) {
        error_set(error,
                  "no window with OpenGL 4.3 (%s); update the GPU's driver, or try --screenshot "
                  "FILE, which needs no window",
                  last_error());
        glfwTerminate();
        return false;
    }
    window->handle = handle;
    window_input_listen(&window->input, handle);
    if (desc->enlarges)
        enlarge(window, desc);
    call_when_lost(desc->on_display_lost, desc->data);
    glfwMakeContextCurrent(handle);
    glfwSwapInterval(desc->vsync);
    window->input.touched = true;
    return true;
}

void window_finish(struct window *window)
{
    if (!window->handle)
        return;
    window_drop_finish(&window->input.dropped);
    glfwDestroyWindow(window->handle);
    glfwTerminate();
    *window = (struct window){ 0 };
}

void window_size(const struct window *window, int *width, int *height)
{
    glfwGetFramebufferSize(window->handle, width, height);
}

// GLFW counts in the screen's units, which are larger than pixels on some systems.
void window_set_size(struct window *window, int width, int height)
{
    int pixels[2], units[2];
    glfwGetFramebufferSize(window->handle, &pixels[0], &pixels[1]);
    glfwGetWindowSize(window->handle, &units[0], &units[1]);
    if (pixels[0] < 1 || pixels[1] < 1 || (pixels[0] == width && pixels[1] == height))
        return;
    width = width * units[0] / pixels[0];
    height = height * units[1] / pixels[1];
    glfwSetWindowSize(window->handle, width > 0 ? width : 1, height > 0 ? height : 1);
}

bool window_is_seen(const struct window *window)
{
    int width, height;
    glfwGetFramebufferSize(window->handle, &width, &height);
    return width > 0 && height > 0 && glfwGetWindowAttrib(window->handle, GLFW_VISIBLE);
}

const char *window_clipboard(void *window)
{
    return glfwGetClipboardString(((struct window *) window)->handle);
}

void window_set_clipboard(void *window, const char *text)
{
    glfwSetClipboardString(((struct window *) window)->handle, text);
}

bool window_is_closing(const struct window *window)
{
    return glfwWindowShouldClose(window->handle);
}

void window_close(struct window *window)
{
    glfwSetWindowShouldClose(window->handle, GLFW_TRUE);
}

bool window_toggle_full_screen(struct window *window)
{
    GLFWmonitor *monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode *mode = monitor ? glfwGetVideoMode(monitor) : NULL;
    if (window->full_screen) {
        glfwSetWindowMonitor(window->handle, NULL, window->x, window->y, window->width,
                             window->height, GLFW_DONT_CARE);
        window->full_screen = false;
    } else if (mode) {
        glfwGetWindowPos(window->handle, &window->x, &window->y);
        glfwGetWindowSize(window->handle, &window->width, &window->height);
        glfwSetWindowMonitor(window->handle, monitor, 0, 0, mode->width, mode->height,
                             mode->refreshRate > 0 ? mode->refreshRate : GLFW_DONT_CARE);
        window->full_screen = true;
    } else {
        return false;
    }
    return window->input.touched = true;
}

void window_swap(struct window *window)
{
    glfwSwapBuffers(window->handle);
}

void window_handle_events(struct window *window, double seconds)
{
    (void) window;
    if (seconds > 0)
        glfwWaitEventsTimeout(seconds);
    else
        glfwPollEvents();
}
