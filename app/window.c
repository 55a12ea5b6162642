#include "app/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <stdio.h>
#include <string.h>

// ---- events

static const struct {
    int glfw, key;
} named_keys[] = {
    { GLFW_KEY_ESCAPE, WINDOW_KEY_ESCAPE }, { GLFW_KEY_TAB, WINDOW_KEY_TAB },
    { GLFW_KEY_UP, WINDOW_KEY_UP },         { GLFW_KEY_DOWN, WINDOW_KEY_DOWN },
    { GLFW_KEY_LEFT, WINDOW_KEY_LEFT },     { GLFW_KEY_RIGHT, WINDOW_KEY_RIGHT },
    { GLFW_KEY_F5, WINDOW_KEY_F5 },         { GLFW_KEY_F11, WINDOW_KEY_F11 },
    { GLFW_KEY_F12, WINDOW_KEY_F12 },       { GLFW_KEY_PRINT_SCREEN, WINDOW_KEY_PRINT_SCREEN },
};

// GLFW names keys by their place on a US keyboard. What is printed on the key counts, where that is
// a letter or a sign that some control has; digits and all else go by place.
static int translate(int key, int scancode)
{
    for (size_t i = 0; i < sizeof(named_keys) / sizeof(named_keys[0]); i++)
        if (named_keys[i].glfw == key)
            return named_keys[i].key;
    const char *name = glfwGetKeyName(key, scancode);
    if (name && name[0] >= 'a' && name[0] <= 'z' && !name[1])
        return name[0] - 'a' + 'A';
    if (name && name[0] && !name[1] && strchr("[].", name[0]))
        return name[0];
    return key > 0 && key < 128 ? key : 0;
}

static struct window *touch(GLFWwindow *handle)
{
    struct window *window = glfwGetWindowUserPointer(handle);
    window->touched = true;
    return window;
}

static void on_key(GLFWwindow *handle, int key, int scancode, int action, int mods)
{
    struct window *window = touch(handle);
    const int translated = translate(key, scancode);
    const unsigned modifiers = ((mods & GLFW_MOD_SHIFT) ? WINDOW_SHIFT : 0u) |
                               ((mods & GLFW_MOD_CONTROL) ? WINDOW_CTRL : 0u);
    if (translated && action != GLFW_RELEASE)
        window->on_key(window->data, translated, modifiers, action == GLFW_REPEAT);
}

static void on_cursor(GLFWwindow *handle, double x, double y)
{
    (void) x, (void) y;
    touch(handle);
}

static void on_button(GLFWwindow *handle, int button, int action, int mods)
{
    (void) button, (void) action, (void) mods;
    touch(handle);
}

static void on_size(GLFWwindow *handle, int width, int height)
{
    (void) width, (void) height;
    touch(handle);
}

static void on_character(GLFWwindow *handle, unsigned character)
{
    (void) character;
    touch(handle);
}

static void on_refresh(GLFWwindow *handle)
{
    touch(handle);
}

static void set_callbacks(GLFWwindow *handle)
{
    glfwSetKeyCallback(handle, on_key);
    glfwSetCursorPosCallback(handle, on_cursor);
    glfwSetScrollCallback(handle, on_cursor);
    glfwSetMouseButtonCallback(handle, on_button);
    glfwSetFramebufferSizeCallback(handle, on_size);
    glfwSetCharCallback(handle, on_character);
    glfwSetWindowRefreshCallback(handle, on_refresh);
}

// ---- the window

static const char *last_error(void)
{
    const char *text = NULL;
    glfwGetError(&text);
    return text ? text : "no reason given";
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

bool window_init(struct window *window, const struct window_desc *desc, struct error *error)
{
    *window = (struct window){ .on_key = desc->on_key, .data = desc->data };
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
    glfwSetWindowUserPointer(handle, window);
    set_callbacks(handle);
    glfwMakeContextCurrent(handle);
    glfwSwapInterval(desc->vsync);
    window->touched = true;
    return true;
}

void window_finish(struct window *window)
{
    if (!window->handle)
        return;
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

float window_scale(const struct window *window)
{
    float x = 1, y = 1;
    int pixels = 0, units = 0, unused;
    glfwGetWindowContentScale(window->handle, &x, &y);
    glfwGetFramebufferSize(window->handle, &pixels, &unused);
    glfwGetWindowSize(window->handle, &units, &unused);
    // Where units are larger than pixels, the panel's drawing is enlarged with them already.
    if (pixels > units && units > 0)
        x *= (float) units / (float) pixels;
    return x > 0.5f ? x : 1;
}

bool window_is_closing(const struct window *window)
{
    return glfwWindowShouldClose(window->handle);
}

void window_close(struct window *window)
{
    glfwSetWindowShouldClose(window->handle, GLFW_TRUE);
}

void window_toggle_full_screen(struct window *window)
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
    }
    window->touched = true;
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
