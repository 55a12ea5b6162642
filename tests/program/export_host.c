// The picture of a host's window through an exported chain. export_test.py includes this file in a
// program that nobody here wrote, GLFW's gears, and compiles it with -DHOST_SDL as a program of its
// own. With -DHOST_PLAIN the chain does not run. The last frame is written as it came (host.pfm)
// and as it is shown (host.ppm).

#include "halation_chain.h"

#include <epoxy/gl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { HOST_FRAMES = 4 };

// The last row of the texture comes first, as main.c of the export reads it.
static void host_write(unsigned texture, int width, int height)
{
    const size_t row = (size_t) width * 3;
    float *light = malloc(row * (size_t) height * sizeof(*light));
    unsigned char *bytes = malloc(row * (size_t) height);
    FILE *in = fopen("host.pfm", "wb"), *out = fopen("host.ppm", "wb");
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glBindTexture(GL_TEXTURE_2D, texture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGB, GL_FLOAT, light);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, bytes);
    fprintf(in, "PF\n%d %d\n-1\n", width, height);
    for (size_t y = (size_t) height; y-- > 0;)
        fwrite(light + y * row, sizeof(*light), row, in);
    fprintf(out, "P6\n%d %d\n255\n", width, height);
    fwrite(bytes, 1, row * (size_t) height, out);
    fclose(in);
    fclose(out);
    exit(glGetError() == GL_NO_ERROR ? EXIT_SUCCESS : EXIT_FAILURE);
}

// Call it after a frame is drawn and before it is shown. The size may change.
static void host_frame(int width, int height)
{
    static struct chain *chain;
    static unsigned texture;
    static int frame, wide, high;
    char error[CHAIN_ERROR_SIZE];
    if (width != wide || height != high) {
        const bool done = chain ? chain_resize(chain, width, height, error)
                                : (chain = chain_create(NULL, width, height, error)) != NULL;
        if (!done || !chain_set(chain, "threshold.level", 0.4f, 0, 0)) {
            fprintf(stderr, "%s\n", error);
            exit(EXIT_FAILURE);
        }
        glDeleteTextures(1, &texture);
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexStorage2D(GL_TEXTURE_2D, 1, CHAIN_INPUT_FORMAT, width, height);
        wide = width;
        high = height;
    }
    glBindTexture(GL_TEXTURE_2D, texture);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, width, height);
    glBindTexture(GL_TEXTURE_2D, 0);
#ifndef HOST_PLAIN
    chain_save(chain);
    chain_run(chain, texture, 0, frame);
    chain_restore(chain);
#endif
    if (++frame == HOST_FRAMES)
        host_write(texture, width, height);
}

#ifdef HOST_SDL
#include <SDL.h>

// Squares of light that move, in a window that becomes larger.
int main(int argc, char *argv[])
{
    (void) argc, (void) argv;
    SDL_Init(SDL_INIT_VIDEO);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 4);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_Window *window = SDL_CreateWindow("host", 0, 0, 200, 120, SDL_WINDOW_OPENGL);
    if (!window || !SDL_GL_CreateContext(window))
        return fprintf(stderr, "%s\n", SDL_GetError()), EXIT_FAILURE;
    chain_load((chain_function * (*) (const char *) ) SDL_GL_GetProcAddress);
    for (int frame = 0;; frame++) {
        int width = 200 + 37 * (frame / 2), height = 120 + 19 * (frame / 2);
        SDL_SetWindowSize(window, width, height);
        SDL_GL_GetDrawableSize(window, &width, &height);
        glViewport(0, 0, width, height);
        glDisable(GL_SCISSOR_TEST);
        glClearColor(0.05f, 0.02f, 0.1f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_SCISSOR_TEST);
        for (int i = 0; i < 5; i++) {
            glScissor(20 + 33 * i + frame, 15 + 17 * i, 4 + 3 * i, 6 + 5 * i);
            glClearColor(0.9f, 0.2f * (float) i, 0.3f, 1);
            glClear(GL_COLOR_BUFFER_BIT);
        }
        host_frame(width, height);
        SDL_GL_SwapWindow(window);
        SDL_PumpEvents();
    }
}
#endif
