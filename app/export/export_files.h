#pragma once

#include "app/export/export_data.h"
#include "effects/hook/shader_file.h"

#include <jansson.h>

// The files that an exported chain is written to, and functions that they share.

// ---- a folder that is complete: shaders, tables, a small program in C, and a picture to test it
// (export_folder.c)

// Fails if the folder is not empty or cannot be created.
bool export_folder_check(const char *path, struct error *error);

// Writes the whole folder, or nothing. Draws the renderer's picture at `time` seconds as the
// example.
bool export_folder_write(const struct exported *exported, struct renderer *renderer, double time,
                         const char *path, struct error *error);

// Write parts of the folder. The caller releases the JSON.
void export_write_shaders(const struct exported *exported, struct text_writer *out);
void export_write_code(const struct exported *exported, struct text_writer *out);
void export_write_passes(struct text_writer *out, const struct exported *exported);
void export_write_steps(const struct exported *exported, struct text_writer *out);
void export_write_step(struct text_writer *out, const struct exported *exported,
                       const struct exported_step *step);
void export_write_format(const struct exported *exported, struct text_writer *out);
void export_write_shader(const struct exported *exported, int number, struct text_writer *out);
void export_write_vertex(const struct exported *exported, struct text_writer *out);
// `is_page`: with texels of data and ranges of sliders.
json_t *export_json(const struct exported *exported, bool is_page);

// ---- one user shader of mpv (docs/own-effects.md has the format, effects/hook reads it)

// Each pass is a block at MAIN, which every player runs. The first block decodes the picture's
// display values; images between passes are saved under the texture's name; the last block replaces
// the picture by display values. Halation gives light to a file with the line "//@ light", and
// defines HALATION_LIGHT: the passes then neither decode nor encode. Uniforms become constants,
// functions of HOOKED_size, or expressions of the file's parameters.

// Writes the renderer's chain to a file, or "-". Its parameters are #defines of each pass, which
// players with any libplacebo read; if the file's name ends in .param.hook or .param.glsl, they are
// //!PARAM blocks. Returns the exit status, with an error unless it is 0; the error names a step
// that such a file cannot express.
int export_hook_write(struct renderer *renderer, const char *path, struct error *error);

struct hook_export {
    const struct exported *exported;
    bool makes_display; // the chain outputs display values
    bool has_rows;      // parameters are //!PARAM blocks, otherwise #defines
    int param_count;
    struct hook_param { // a component of a parameter that the file declares
        const struct exported_param *row;
        int component;
        char name[EXPORTED_FILE_SIZE];  // "composite_tint_g"
        char value[EXPORTED_FILE_SIZE]; // in the unit of the passes: lengths are in pixels
    } params[SHADER_MAX_PARAMS];
};

// Writes the GLSL of a pass, with vec4 hook(). Returns false if it reads in a way that a user
// shader cannot. Defined in export_hook_body.c.
bool hook_export_body(const struct hook_export *hook, const struct exported_pass *pass,
                      struct text_writer *out, struct error *error);

// Writes the functions that a text calls but does not define.
void hook_export_helpers(const char *text, struct text_writer *out);

// ---- a page of HTML that runs chains in a browser with WebGL2, and needs no network

// assets/export/page.html is the template with the script. Blocks of the page have its data: a
// picture in linear light, and chains as in chain.json, with their shaders in GLSL ES 3.00 and the
// ranges of its sliders. Only fragment shaders are possible.

enum { EXPORT_PAGE_WIDTH = 720, EXPORT_PAGE_HEIGHT = 405 }; // largest default size

// Writes a page of all chains of the command line, or of the renderer's if there is none. Returns
// the exit status, with an error unless it is 0; the error names a step that a page cannot have.
int export_page_run(struct renderer *renderer, const struct draw_options *draw, const char *path,
                    struct error *error);

// Writes a whole number, or the fewest digits that read back to the same float, with a point or an
// exponent, and then `end`.
void export_write_number(struct text_writer *out, float value, bool is_whole, const char *end);

// Writes a file, or "-".
bool export_write_file(const char *path, const void *bytes, size_t size, struct error *error);

// ---- text from outside, such as names of files

// Writes the text as a comment that begins with "//" in C and GLSL, and that cannot continue on the
// next line.
void export_write_comment(struct text_writer *out, const char *text);
// Writes the text as a string literal of C.
void export_write_string(struct text_writer *out, const char *text, size_t length);

// ---- names in all languages

extern const char *const export_filters[]; // "GL_LINEAR", by enum filter
