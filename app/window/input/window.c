#include "app/window/input/window.h"

#include "render/context/context.h"
#include "render/text/clock.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- input

_Static_assert((int) WINDOW_KEY_END == GLFW_KEY_END && (int) WINDOW_KEY_F5 == GLFW_KEY_F5 &&
                   (int) WINDOW_KEY_F12 == GLFW_KEY_F12,
               "keys have the values of GLFW");

// GLFW names keys by their place on a US keyboard. What is printed on the key counts, where that is
// a letter or a sign that some control has; digits and all else go by place.
static int translate(int key, int scancode)
{
    const char *name = glfwGetKeyName(key, scancode);
    if (name && name[0] >= 'a' && name[0] <= 'z' && !name[1])
        return name[0] - 'a' + 'A';
    if (name && name[0] && !name[1] && strchr("[]./-=", name[0]))
        return name[0];
    if (name && name[0] == '+' && !name[1]) // a key of its own on some keyboards
        return '=';
    return key == GLFW_KEY_KP_ENTER ? WINDOW_KEY_ENTER : key;
}

static void push(GLFWwindow *handle, struct input_event event)
{
    struct window_input *input = glfwGetWindowUserPointer(handle);
    event.seconds = clock_seconds();
    input_queue_push(&input->queue, &event);
    input->has_events = true;
}

// A modifier's own key tells the state before it. Its keys are Shift, Ctrl, Alt and a fourth, left
// and then right.
static unsigned modifiers_after(int key, int action, int mods)
{
    const bool is_modifier = key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER;
    const unsigned own = is_modifier ? 1u << (key - GLFW_KEY_LEFT_SHIFT) % 4 : 0;
    const unsigned held = action == GLFW_RELEASE ? (unsigned) mods & ~own : (unsigned) mods | own;
    return held & (WINDOW_SHIFT | WINDOW_CTRL | WINDOW_ALT);
}

static void on_key(GLFWwindow *handle, int key, int scancode, int action, int mods)
{
    push(handle, (struct input_event){
                     .kind = INPUT_KEY,
                     .code = translate(key, scancode),
                     .modifiers = modifiers_after(key, action, mods),
                     .down = action != GLFW_RELEASE,
                     .repeated = action == GLFW_REPEAT,
                 });
}

static void on_character(GLFWwindow *handle, unsigned character)
{
    push(handle, (struct input_event){ .kind = INPUT_CHARACTER, .code = (int) character });
}

static void on_button(GLFWwindow *handle, int button, int action, int mods)
{
    if (button > GLFW_MOUSE_BUTTON_MIDDLE)
        return;
    push(handle, (struct input_event){
                     .kind = INPUT_BUTTON,
                     .code = button,
                     .modifiers = modifiers_after(GLFW_KEY_UNKNOWN, action, mods),
                     .down = action == GLFW_PRESS,
                 });
}

// GLFW counts in the screen's units, which are larger than pixels on some systems. Returns false if
// the window has no size.
static bool find_pixels_per_unit(GLFWwindow *handle, double scale[2])
{
    int pixels[2], units[2];
    glfwGetFramebufferSize(handle, &pixels[0], &pixels[1]);
    glfwGetWindowSize(handle, &units[0], &units[1]);
    for (int i = 0; i < 2; i++) {
        if (pixels[i] < 1 || units[i] < 1)
            return false;
        scale[i] = (double) pixels[i] / units[i];
    }
    return true;
}

static void on_cursor(GLFWwindow *handle, double x, double y)
{
    double scale[2];
    if (find_pixels_per_unit(handle, scale))
        push(handle, (struct input_event){
                         .kind = INPUT_CURSOR,
                         .x = (float) (x * scale[0]),
                         .y = (float) (y * scale[1]),
                     });
}

// A drag follows the cursor outside the window too.
static void on_enter(GLFWwindow *handle, int entered)
{
    static const float far = -1e6f;
    if (!entered && glfwGetMouseButton(handle, GLFW_MOUSE_BUTTON_LEFT) != GLFW_PRESS)
        push(handle, (struct input_event){ .kind = INPUT_CURSOR, .x = far, .y = far });
}

static void on_wheel(GLFWwindow *handle, double x, double y)
{
    push(handle, (struct input_event){ .kind = INPUT_WHEEL, .x = (float) x, .y = (float) y });
}

void window_drop_finish(struct window_drop *drop)
{
    for (int i = 0; i < drop->count; i++)
        free(drop->paths[i]);
    free(drop->paths);
    *drop = (struct window_drop){ 0 };
}

// The last drop in a frame counts.
static void on_drop(GLFWwindow *handle, int count, const char *paths[])
{
    struct window_input *input = glfwGetWindowUserPointer(handle);
    struct window_drop *drop = &input->dropped;
    window_drop_finish(drop);
    drop->paths = calloc((size_t) count, sizeof(*drop->paths));
    if (!drop->paths)
        return;
    for (int i = 0; i < count; i++)
        if ((drop->paths[drop->count] = strdup(paths[i])))
            drop->count++;
    input->has_events = true;
}

static void touch(GLFWwindow *handle)
{
    struct window_input *input = glfwGetWindowUserPointer(handle);
    input->has_events = true;
}

static void on_size(GLFWwindow *handle, int width, int height)
{
    (void) width, (void) height;
    touch(handle);
}

// Called when the window moves to another screen, or the screen requests another scale.
static void on_scale(GLFWwindow *handle, float x, float y)
{
    struct window_input *input = glfwGetWindowUserPointer(handle);
    (void) y;
    input->scale = x;
    touch(handle);
}

// The input becomes the user pointer of the window, and must stay where it is.
static void listen(struct window_input *input, GLFWwindow *handle)
{
    float y;
    glfwGetWindowContentScale(handle, &input->scale, &y);
    glfwSetWindowUserPointer(handle, input);
    glfwSetWindowContentScaleCallback(handle, on_scale);
    glfwSetKeyCallback(handle, on_key);
    glfwSetCharCallback(handle, on_character);
    glfwSetMouseButtonCallback(handle, on_button);
    glfwSetCursorPosCallback(handle, on_cursor);
    glfwSetCursorEnterCallback(handle, on_enter);
    glfwSetScrollCallback(handle, on_wheel);
    glfwSetDropCallback(handle, on_drop);
    glfwSetFramebufferSizeCallback(handle, on_size);
    glfwSetWindowRefreshCallback(handle, touch);
}

// ---- the window

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

bool window_init(struct window *window, const struct window_desc *desc, struct error *error)
{
    *window = (struct window){ 0 };
#ifdef GLFW_PLATFORM // GLFW 3.4 tries Wayland first, whose library complains where there is none
    if (!getenv("WAYLAND_DISPLAY") && glfwPlatformSupported(GLFW_PLATFORM_X11))
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
    if (!glfwInit())
        return error_set(error,
                         "there is no display for a window (%s); --screenshot FILE makes a picture "
                         "without one",
                         last_error());
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, desc->debug);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    GLFWwindow *handle = glfwCreateWindow(desc->width, desc->height, "halation", NULL, NULL);
    if (!handle) {
        error_set(error,
                  "no window with OpenGL 4.3 (%s); update the GPU's driver, or try --screenshot "
                  "FILE, which needs no window",
                  last_error());
        context_name_overrides(error);
        glfwTerminate();
        return false;
    }
    window->handle = handle;
    listen(&window->input, handle);
    call_when_lost(desc->on_display_lost, desc->data);
    glfwMakeContextCurrent(handle);
    glfwSwapInterval(desc->vsync);
    window->input.has_events = true;
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

void window_set_size(struct window *window, int width, int height)
{
    double scale[2];
    if (find_pixels_per_unit(window->handle, scale))
        glfwSetWindowSize(window->handle, (int) fmax(round(width / scale[0]), 1),
                          (int) fmax(round(height / scale[1]), 1));
}

void window_set_title(struct window *window, const char *title)
{
    glfwSetWindowTitle(window->handle, title);
}

void window_room(const struct window *window, int room[2])
{
    int x, y;
    double scale[2];
    GLFWmonitor *monitor = glfwGetPrimaryMonitor();
    room[0] = room[1] = 0;
    if (!monitor || !find_pixels_per_unit(window->handle, scale))
        return;
    glfwGetMonitorWorkarea(monitor, &x, &y, &room[0], &room[1]);
    for (int i = 0; i < 2; i++)
        room[i] = (int) (room[i] * scale[i]);
}

bool window_is_visible(const struct window *window)
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
    return window->input.has_events = true;
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
