// SPDX-License-Identifier: MIT-0
//
// Applies the chain to a picture, without a window:
//
//     ./chain                                     input.pfm, compared with expected.ppm
//     ./chain photo.pfm out.ppm dual.sigma=20     another picture, with another value
//
// A .pfm holds linear light as floats, bottom row first; a .ppm display values.

#include "halation_chain.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEVICES = 16, MAX_SIDE = 32768 };

struct picture {
    int width, height;
    float *texels; // RGBA, top row first
};

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    return EXIT_FAILURE;
}

// ---- a context without a window

static bool take(EGLDisplay display)
{
    static const EGLint attributes[] = { EGL_CONTEXT_MAJOR_VERSION,
                                         4,
                                         EGL_CONTEXT_MINOR_VERSION,
                                         3,
                                         EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                         EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                         EGL_NONE };
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL) ||
        !eglBindAPI(EGL_OPENGL_API))
        return false;
    const EGLContext context =
        eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    return context != EGL_NO_CONTEXT &&
           eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

// The devices in order, a GPU before a software renderer, as drivers list them.
static bool make_context(void)
{
    EGLDeviceEXT devices[MAX_DEVICES];
    EGLint count = 0;
    const char *extensions =
        epoxy_has_egl() ? eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS) : NULL;
    if (!extensions)
        return false;
    if (strstr(extensions, "EGL_EXT_platform_device") &&
        eglQueryDevicesEXT(MAX_DEVICES, devices, &count))
        for (EGLint i = 0; i < count; i++)
            if (take(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL)))
                return true;
    return strstr(extensions, "EGL_MESA_platform_surfaceless") &&
           take(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL));
}

// ---- files

static bool read_pfm(const char *path, struct picture *picture)
{
    char kind[3] = "";
    float scale = 0;
    FILE *file = fopen(path, "rb");
    bool done =
        file &&
        fscanf(file, "%2s %d %d %f", kind, &picture->width, &picture->height, &scale) == 4 &&
        fgetc(file) != EOF && strcmp(kind, "PF") == 0 && scale < 0 && picture->width > 0 &&
        picture->height > 0 && picture->width <= MAX_SIDE && picture->height <= MAX_SIDE;
    const size_t row = done ? (size_t) picture->width : 0;
    picture->texels = done ? malloc(row * (size_t) picture->height * 4 * sizeof(float)) : NULL;
    for (int y = done ? picture->height : 0; y-- > 0 && done && picture->texels;)
        for (size_t x = 0; x < row && done; x++) {
            float *texel = picture->texels + ((size_t) y * row + x) * 4;
            done = fread(texel, sizeof(float), 3, file) == 3;
            texel[3] = 1;
        }
    if (file)
        fclose(file);
    return done && picture->texels;
}

static bool write_ppm(const char *path, int width, int height, const unsigned char *bytes,
                      size_t count)
{
    FILE *file = fopen(path, "wb");
    const bool done = file &&
                      fprintf(file, "P6\n%d %d\n%d\n", width, height, CHAIN_OUTPUT_MAX) > 0 &&
                      fwrite(bytes, 1, count, file) == count;
    return file && fclose(file) == 0 && done;
}

static int compare(const char *path, const unsigned char *bytes, size_t count)
{
    char head[64];
    int same = 0, most = 0;
    FILE *file = fopen(path, "rb");
    for (int lines = 0; file && lines < 3; lines++)
        if (!fgets(head, sizeof(head), file))
            return fail(path, "is no picture");
    if (!file)
        return fail(path, "cannot be read");
    for (size_t i = 0; i < count; i++) {
        const int difference = abs(fgetc(file) - bytes[i]);
        same += difference == 0;
        most = difference > most ? difference : most;
    }
    fclose(file);
    if ((size_t) same == count)
        printf("the same as %s, all %zu bytes\n", path, count);
    else
        printf("%zu of %zu bytes differ from %s, by up to %d\n", count - (size_t) same, count, path,
               most);
    return most <= 1 ? EXIT_SUCCESS : EXIT_FAILURE; // other GPUs round otherwise
}

// ---- the picture

static unsigned char *read_back(unsigned texture, const struct picture *picture, size_t *count)
{
    const size_t texels = (size_t) picture->width * (size_t) picture->height;
    const size_t bytes = CHAIN_OUTPUT_MAX > 255 ? 2 : 1;
    unsigned char *all = malloc(texels * 4 * bytes + 1), *out = malloc(texels * 3 * bytes + 1);
    glBindTexture(GL_TEXTURE_2D, texture);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    if (!all || !out)
        exit(fail("picture", "no memory"));
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, bytes > 1 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_BYTE, all);
    for (size_t i = 0; i < texels; i++)
        for (size_t k = 0; k < 3 * bytes; k++) // 16 bits have the high byte first
            out[i * 3 * bytes + k] = all[i * 4 * bytes + (bytes > 1 ? k ^ 1 : k)];
    free(all);
    *count = texels * 3 * bytes;
    return out;
}

static bool set_values(struct chain *chain, int count, char *texts[])
{
    for (int i = 0; i < count; i++) {
        float v[3] = { 0 }, least, most;
        char *equals = strchr(texts[i], '=');
        const int read = equals ? sscanf(equals + 1, "%f/%f/%f", &v[0], &v[1], &v[2]) : 0;
        if (read > 0)
            *equals = '\0';
        if (read > 0 && chain_set(chain, texts[i], v[0], v[1], v[2]))
            continue;
        if (read > 0 && chain_range(texts[i], &least, &most)) {
            chain_get(chain, texts[i], v);
            fprintf(stderr, "%s goes from %g to %g, and %g is the nearest\n", texts[i],
                    (double) least, (double) most, (double) v[0]);
            return false;
        }
        fprintf(stderr, "'%s' is none of", texts[i]);
        for (int k = 0; chain_name(k); k++)
            fprintf(stderr, " %s=", chain_name(k));
        fputc('\n', stderr);
        return false;
    }
    return true;
}

int main(int argc, char *argv[])
{
    char error[CHAIN_ERROR_SIZE];
    struct picture picture;
    unsigned texture;
    size_t count;
    const char *from = argc > 1 ? argv[1] : "input.pfm";
    if (!make_context())
        return fail("EGL", "no device gives an OpenGL 4.3 core context");
#ifdef CHAIN_LOADS
    chain_load((chain_function * (*) (const char *) ) eglGetProcAddress);
#endif
    if (!read_pfm(from, &picture))
        return fail(from, "is no .pfm picture in colour");
    struct chain *chain = chain_create(NULL, picture.width, picture.height, error);
    if (!chain || !set_values(chain, argc > 3 ? argc - 3 : 0, argv + 3))
        return chain ? EXIT_FAILURE : fail("chain", error);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, CHAIN_INPUT_FORMAT, picture.width, picture.height);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, picture.width, picture.height, GL_RGBA, GL_FLOAT,
                    picture.texels);
    unsigned char *bytes =
        read_back(chain_run(chain, texture, CHAIN_NO_FRAMEBUFFER, 0), &picture, &count);
    const int status = argc > 2 ? write_ppm(argv[2], picture.width, picture.height, bytes, count)
                                      ? EXIT_SUCCESS
                                      : fail(argv[2], "cannot be written")
                                : compare("expected.ppm", bytes, count);
    free(bytes);
    free(picture.texels);
    chain_destroy(chain);
    return status;
}
