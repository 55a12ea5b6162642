#include "render/context/context.h"

#include "render/context/half_store.h"
#include "render/text/memory.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEVICES = 32 };

static const char *client_extensions(void)
{
    const char *list = epoxy_has_egl() ? eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS) : NULL;
    return list ? list : "";
}

static int query_devices(EGLDeviceEXT devices[MAX_DEVICES])
{
    EGLint count = 0;
    const char *extensions = client_extensions();
    if (!epoxy_extension_in_string(extensions, "EGL_EXT_device_base") &&
        !epoxy_extension_in_string(extensions, "EGL_EXT_device_enumeration"))
        return 0;
    if (!eglQueryDevicesEXT(MAX_DEVICES, devices, &count))
        return 0;
    return count;
}

static const char *device_extensions(EGLDeviceEXT device)
{
    const char *list = eglQueryDeviceStringEXT(device, EGL_EXTENSIONS);
    return list ? list : "";
}

enum { NEEDED = 43, OLDEST_CORE = 32 };

// Creates a core context of at least `version` (43 for 4.3) on a device and makes it current;
// device NULL: a surfaceless display; version 0: any version.
static bool try_version(struct context *context, EGLDeviceEXT device, int version, bool debug)
{
    const EGLint core[] = {
        EGL_CONTEXT_MAJOR_VERSION,
        version / 10,
        EGL_CONTEXT_MINOR_VERSION,
        version % 10,
        EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
        debug ? EGL_CONTEXT_OPENGL_DEBUG : EGL_NONE, // some drivers refuse it even as false
        EGL_TRUE,
        EGL_NONE,
    };
    const EGLint any[] = { EGL_NONE };
    const char *extensions = client_extensions();
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext handle = EGL_NO_CONTEXT;
    if (device && epoxy_extension_in_string(extensions, "EGL_EXT_platform_device"))
        display = eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, NULL);
    else if (!device && epoxy_extension_in_string(extensions, "EGL_MESA_platform_surfaceless"))
        display =
            eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL))
        return false;
    if (eglBindAPI(EGL_OPENGL_API))
        handle =
            eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version > 0 ? core : any);
    *context = (struct context){ .display = display, .handle = handle };
    if (handle != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, handle))
        return true;
    context_finish(context);
    if (handle == EGL_NO_CONTEXT)
        eglTerminate(display);
    return false;
}

static bool try_devices(struct context *context, const EGLDeviceEXT *devices, int count,
                        bool software, bool debug)
{
    for (int i = 0; i < count; i++)
        if (epoxy_extension_in_string(device_extensions(devices[i]), "EGL_MESA_device_software") ==
                software &&
            try_version(context, devices[i], NEEDED, debug))
            return true;
    return false;
}

// Writes the OpenGL version of a device that has no 4.3: "softpipe gives OpenGL 3.3". Returns false
// if it has no OpenGL at all.
static bool describe_older_gl(EGLDeviceEXT device, char *out, size_t size)
{
    struct context context = { 0 };
    const bool is_there = try_version(&context, device, OLDEST_CORE, false) ||
                          try_version(&context, device, 0, false);
    if (is_there) {
        const int version = epoxy_gl_version();
        snprintf(out, size, "%s gives OpenGL %d.%d", (const char *) glGetString(GL_RENDERER),
                 version / 10, version % 10);
        context_finish(&context);
    }
    return is_there;
}

bool context_name_overrides(struct error *error)
{
    static const char *const names[] = { "MESA_GL_VERSION_OVERRIDE", "MESA_LOADER_DRIVER_OVERRIDE",
                                         "GALLIUM_DRIVER" };
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (getenv(names[i]))
            error_append(error, "; %s is %s", names[i], getenv(names[i]));
    return false;
}

static bool refuse_library(struct error *error)
{
    return error_set(error, "no EGL library: install libegl1, or the EGL of the GPU's driver");
}

static bool refuse_devices(const EGLDeviceEXT *devices, int count, struct error *error)
{
    char older[160];
    for (int i = 0; i <= count; i++) {
        if (!describe_older_gl(i < count ? devices[i] : NULL, older, sizeof(older)))
            continue;
        error_set(error,
                  "%s, and 4.3 is needed; a newer driver may give it, and Mesa's llvmpipe does",
                  older);
        return context_name_overrides(error);
    }
    error_set(error,
              "no OpenGL 4.3 core context among %d EGL devices: install the GPU's driver with "
              "its EGL part, or libgl1-mesa-dri for a software renderer",
              count);
    return context_name_overrides(error);
}

bool context_init(struct context *context, int gpu, bool debug, struct error *error)
{
    EGLDeviceEXT devices[MAX_DEVICES];
    if (!epoxy_has_egl())
        return refuse_library(error);
    const int count = query_devices(devices);
    if (gpu >= count)
        return error_set(error, "there is no GPU %d: there %s %d, see --list gpus", gpu,
                         count == 1 ? "is" : "are", count);
    if (gpu >= 0) {
        if (try_version(context, devices[gpu], NEEDED, debug))
            return true;
        char older[160];
        if (describe_older_gl(devices[gpu], older, sizeof(older)))
            error_set(error, "GPU %d: %s, and 4.3 is needed; see --list gpus", gpu, older);
        else
            error_set(error, "GPU %d gives no OpenGL 4.3 core context; see --list gpus", gpu);
        return context_name_overrides(error);
    }
    if (try_devices(context, devices, count, false, debug) ||
        try_devices(context, devices, count, true, debug) ||
        try_version(context, NULL, NEEDED, debug))
        return true;
    return refuse_devices(devices, count, error);
}

void context_finish(struct context *context)
{
    if (!context->handle)
        return;
    eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(context->display, context->handle);
    eglTerminate(context->display);
    *context = (struct context){ 0 };
}

static int get_int(GLenum name)
{
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
}

static void copy_string(char *out, size_t size, GLenum name)
{
    const GLubyte *text = glGetString(name);
    snprintf(out, size, "%s", text ? (const char *) text : "unknown");
}

bool context_query(struct context_info *info, struct error *error)
{
    const int needed = GL_SUBGROUP_FEATURE_BASIC_BIT_KHR | GL_SUBGROUP_FEATURE_SHUFFLE_BIT_KHR |
                       GL_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT_KHR;
    static const char *const software[] = { "llvmpipe", "softpipe", "SwiftShader", "swrast" };
    *info = (struct context_info){ 0 };
    copy_string(info->renderer, sizeof(info->renderer), GL_RENDERER);
    copy_string(info->vendor, sizeof(info->vendor), GL_VENDOR);
    copy_string(info->version, sizeof(info->version), GL_VERSION);
    if (epoxy_gl_version() < 43)
        return error_set(error, "OpenGL 4.3 is needed; %s has %s", info->renderer, info->version);
    // "4.5 (Core Profile) Mesa 22.3.6" -> "Mesa 22.3.6"; "4.3.0 NVIDIA 580.159" -> "NVIDIA
    // 580.159".
    const char *driver = info->version + strcspn(info->version, ")");
    if (*driver == '\0')
        driver = info->version + strcspn(info->version, " ");
    driver += strspn(driver, ") ");
    snprintf(info->driver, sizeof(info->driver), "%.*s", (int) sizeof(info->driver) - 1,
             *driver ? driver : info->version);
    for (size_t i = 0; i < ARRAY_COUNT(software); i++)
        info->software |= strstr(info->renderer, software[i]) != NULL;
    info->compiles_in_threads = epoxy_has_gl_extension("GL_KHR_parallel_shader_compile");
    info->subgroups = epoxy_has_gl_extension("GL_KHR_shader_subgroup");
    // Drivers other than NVIDIA's may run a program with smaller subgroups than
    // GL_SUBGROUP_SIZE_KHR.
    if (info->subgroups && strstr(info->vendor, "NVIDIA") &&
        (get_int(GL_SUBGROUP_SUPPORTED_STAGES_KHR) & GL_COMPUTE_SHADER_BIT) != 0 &&
        (get_int(GL_SUBGROUP_SUPPORTED_FEATURES_KHR) & needed) == needed)
        info->shuffles = get_int(GL_SUBGROUP_SIZE_KHR);
    info->truncates = half_store_truncates();
    info->max_texture = get_int(GL_MAX_TEXTURE_SIZE);
    GLint viewport[2] = { 0 };
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    info->max_viewport = viewport[0] < viewport[1] ? viewport[0] : viewport[1];
    info->max_samples = get_int(GL_MAX_COLOR_TEXTURE_SAMPLES);
    info->shared_bytes = get_int(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
    GLint64 max_storage = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &max_storage);
    info->max_storage = max_storage;
    // Mesa's LP_MAX_TGSI_LOOP_ITERATIONS cannot be queried.
    info->max_iterations = strstr(info->renderer, "llvmpipe") ? 65535 : 0;
    info->max_group = get_int(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
    return true;
}

// ---- the list of GPUs

static void describe_details(const struct context_info *info, struct context_lines *lines)
{
    char text[256];
    GLint stamp_bits = 0;
    glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &stamp_bits);
    const struct {
        const char *name;
        long long value;
        const char *unit;
    } rows[] = {
        { "shared memory", info->shared_bytes >> 10, "KiB of a work group" },
        { "work group", info->max_group, "invocations" },
        { "storage buffer", info->max_storage >> 20, "MiB" },
        { "texture", info->max_texture, "texels a side" },
        { "viewport", info->max_viewport, "pixels a side" },
        { "samples", info->max_samples, "a pixel" },
        { "timestamps", stamp_bits, "bits" },
        { "shuffles", info->shuffles, "invocations of a subgroup; 0: not used" },
    };
    lines->detail("OpenGL", info->version);
    lines->detail("driver", info->driver);
    lines->detail("vendor", info->vendor);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        snprintf(text, sizeof(text), "%lld %s", rows[i].value, rows[i].unit);
        lines->detail(rows[i].name, text);
    }
    snprintf(text, sizeof(text), "KHR_parallel_shader_compile %s, KHR_shader_subgroup %s",
             info->compiles_in_threads ? "yes" : "no", info->subgroups ? "yes" : "no");
    lines->detail("extensions", text);
    lines->detail("stores of halves", info->truncates ? "cut off" : "rounded");
}

// Reports one device. Returns true if it supports OpenGL 4.3.
static bool describe_device(int index, EGLDeviceEXT device, struct context_lines *lines)
{
    const char *node = NULL;
    char text[512], older[160];
    if (epoxy_extension_in_string(device_extensions(device), "EGL_EXT_device_drm"))
        node = eglQueryDeviceStringEXT(device, EGL_DRM_DEVICE_FILE_EXT);
    struct context context = { 0 };
    struct context_info info = { 0 };
    struct error error;
    const bool is_usable =
        try_version(&context, device, NEEDED, false) && context_query(&info, &error);
    if (!is_usable) {
        context_finish(&context);
        const bool has_older = describe_older_gl(device, older, sizeof(older));
        snprintf(text, sizeof(text), "%d  %s%s%s%s", index, has_older ? older : "no OpenGL",
                 has_older ? ", and 4.3 is needed" : "", node ? ", " : "", node ? node : "");
        lines->line(text);
        return false;
    }
    snprintf(text, sizeof(text), "%d  %s%s%s%s%s", index, info.renderer, node ? " (" : "",
             node ? node : "", node ? ")" : "",
             !info.truncates ? ""
             : info.software ? "; cuts off what it stores as halves, so shaders round it"
                             : "; cuts off what it stores as halves");
    lines->line(text);
    if (lines->detail)
        describe_details(&info, lines);
    context_finish(&context);
    return true;
}

bool context_list_gpus(struct context_lines *lines, struct error *error)
{
    EGLDeviceEXT devices[MAX_DEVICES];
    if (!epoxy_has_egl())
        return refuse_library(error);
    const int count = query_devices(devices);
    struct context surfaceless = { 0 };
    bool is_any = false;
    for (int i = 0; i < count; i++)
        is_any |= describe_device(i, devices[i], lines);
    is_any = is_any || try_version(&surfaceless, NULL, NEEDED, false);
    context_finish(&surfaceless);
    return is_any || refuse_devices(devices, count, error);
}
