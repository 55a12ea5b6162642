#pragma once

#include "app/export/export.h"
#include "render/text/text_writer.h"

#include <jansson.h>

// A folder that stands alone: shaders, tables, a small program in C, and a picture to try it with.

// Refuses a folder that has something in it, or cannot be made.
bool export_folder_check(const char *path, struct error *error);

// Writes it: all of it, or nothing. Draws the renderer's picture at `time` seconds, for the
// example.
bool export_folder_write(const struct exported *exported, struct renderer *renderer, double time,
                         const char *path, struct error *error);

// ---- its parts

void export_write_code(const struct exported *exported, struct text_writer *out);
void export_write_format(const struct exported *exported, struct text_writer *out);
void export_write_shader(const struct exported *exported, int number, struct text_writer *out);
json_t *export_json(const struct exported *exported); // the caller's, as that of a list
json_t *export_floats_json(const float *values, size_t count);

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
const char *export_filter(enum filter filter);                    // "GL_LINEAR"
const char *export_edge(enum edge edge);                          // "GL_CLAMP_TO_EDGE"
const char *export_access(const struct exported_binding *image);  // "GL_WRITE_ONLY"

// Writes the fewest digits that read back to the same float, with a point or an exponent, and what
// a language wants behind.
void export_write_float(struct text_writer *out, float value, const char *end);
