#pragma once

#include "app/export/export_data.h"
#include "render/text/text_writer.h"

#include <jansson.h>

// The files that an exported chain becomes, and what they share.

// ---- a folder that stands alone: shaders, tables, a small program in C, and a picture to try it
// with (export_folder.c)

// Refuses a folder that has something in it, or cannot be made.
bool export_folder_check(const char *path, struct error *error);

// Writes it: all of it, or nothing. Draws the renderer's picture at `time` seconds, for the
// example.
bool export_folder_write(const struct exported *exported, struct renderer *renderer, double time,
                         const char *path, struct error *error);

// Its parts. The JSON is the caller's.
void export_write_code(const struct exported *exported, struct text_writer *out);
void export_write_format(const struct exported *exported, struct text_writer *out);
void export_write_shader(const struct exported *exported, int number, struct text_writer *out);
json_t *export_json(const struct exported *exported);
json_t *export_floats_json(const float *values, size_t count);

// ---- one user shader of mpv (docs/own-effects.md has the format, effects/hook reads it)

// Each pass is a block at MAIN, which every player reaches. The first decodes the picture's display
// values; what passes hand on is saved under the texture's name; the last replaces the picture with
// display values. Halation gives such a file light, as its line "//@ light" says, and defines
// HALATION_LIGHT: the passes then neither decode nor encode. Uniforms become constants, functions
// of HOOKED_size, or follow the file's parameters.

// Writes the renderer's chain to a file, or "-". Its parameters are #defines of each pass, which
// players with any libplacebo read, or rows of //!PARAM where the file's name ends in .param.hook
// or .param.glsl. Returns the exit status, and the error where that is not 0: a step that such a
// file cannot say is named in it.
int export_hook_write(struct renderer *renderer, const char *path, struct error *error);

struct hook_export {
    const struct exported *exported;
    bool makes_display;                 // the chain ends in display values
    bool has_rows;                      // parameters are rows of //!PARAM, or else #defines
    bool is_said[EXPORTED_MOST_PARAMS]; // the file has it as a parameter
};

// Writes the GLSL of a pass, with vec4 hook(). False where it reads in a way that a user shader
// cannot. In export_hook_body.c.
bool hook_export_body(const struct hook_export *hook, const struct exported_pass *pass,
                      struct text_writer *out, struct error *error);

// Writes the functions that a text calls and lacks.
void hook_export_helpers(const char *text, struct text_writer *out);

// Returns what the file calls a texture: the picture is the light that the first pass makes.
const char *hook_export_texture(const struct exported_texture *texture);

// Writes what the file calls a parameter's component: "composite_tint_g".
enum { HOOK_EXPORT_NAME_SIZE = EXPORTED_NAME_SIZE + 4 };
void hook_export_name(const struct exported_param *param, int component,
                      char name[HOOK_EXPORT_NAME_SIZE]);

// ---- a page of HTML that runs chains in a browser, by WebGL2, and needs no network

// assets/export/page.html has the marks and the script; what it runs stands in blocks of the page:
// a picture in linear light, and chains as chain.json has them, with the text of their shaders in
// GLSL ES 3.00 and what its sliders need. Only implementations of fragment shaders can be there.

enum { EXPORT_PAGE_WIDTH = 720, EXPORT_PAGE_HEIGHT = 405 }; // at most, where no size is given

// Writes a page of all chains of the command line; without one, of the renderer's. Returns the exit
// status, and the error where that is not 0: a step that cannot be there is named in it.
int export_page_run(struct renderer *renderer, const struct draw_options *draw, const char *path,
                    struct error *error);

// ---- the number that a uniform is set to, in each language (export_number.c)

// `texts` has a text for each source of a number: of a float, and of a whole number where that is
// another. In it stand for
//
//     $v $i  the recorded value, as a float and as a whole number
//     $f     the form, by write_form
//     $n $o  the parameter's component, by write_param, and its value in the chain
//     $p $c  the numbers of the parameter and of its component
//     $k $t  the parameter's knots and the number's table: the floats between the two of `list`
struct number_language {
    const char *texts[EXPORTED_TABLE + 1][2];
    const char *float_end; // as of export_write_float
    const char *list[2];   // of a table; NULL: a table has a name
    void (*write_form)(struct text_writer *out, const struct form *form);
    void (*write_param)(struct text_writer *out, const struct exported_param *param, int component);
};

// `table` is the name of the number's table, where the language has such; NULL otherwise.
void export_write_number(struct text_writer *out, const struct number_language *language,
                         const struct exported *exported, const struct exported_number *number,
                         bool is_whole, const char *table);

// Writes the fewest digits that read back to the same float, with a point or an exponent, and what
// a language wants behind; `end` NULL: the double that it is, for JSON.
void export_write_float(struct text_writer *out, float value, const char *end);
void export_write_floats(struct text_writer *out, const struct number_language *language,
                         const float *values, int count);

// ---- text from outside, such as the names of files, in other languages

// Writes a line of a comment that begins with "//" in C or GLSL: no text goes on in the next line.
void export_write_comment(struct text_writer *out, const char *text);
// Writes a literal of C with that text.
void export_write_string(struct text_writer *out, const char *text);

// ---- how things are called in all of them

enum { EXPORT_FILE_SIZE = 96 };
void export_shader_name(const struct exported *exported, int shader, char name[EXPORT_FILE_SIZE]);
void export_data_name(const struct exported_texture *texture, char name[EXPORT_FILE_SIZE]);
void export_gl_format(enum texture_format format, char name[32]); // "GL_RGBA16F"
extern const char *const export_filters[];                        // "GL_LINEAR", by enum filter
extern const char *const export_edges[];                         // "GL_CLAMP_TO_EDGE", by enum edge
const char *export_access(const struct exported_binding *image); // "GL_WRITE_ONLY"
