#define _GNU_SOURCE // AT_EACCESS
#define LOG_MODULE  "export"
#include "app/export/export_files.h"
#include "app/results/json_file.h"
#include "app/results/outputs.h"
#include "render/file/embedded.h"
#include "render/file/end_signal.h"
#include "render/file/file_path.h"
#include "render/file/output_file.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- files of the folder

enum { MAX_FILES = 256 };

struct folder {
    char *path; // owned
    struct error *error;
    bool is_new, is_good;
    int count;
    char *paths[MAX_FILES]; // of its files, removed by a signal; owned
};

// Returns the path of a file that is about to be written; the folder owns it. A signal removes the
// file.
static const char *add_file(struct folder *folder, const char *name)
{
    if (folder->count == MAX_FILES)
        log_fatal("an export has more than %d files", MAX_FILES);
    char *path = file_path_join(folder->path, name);
    folder->paths[folder->count++] = path;
    end_signal_remove_file(path);
    return path;
}

static void write_bytes(struct folder *folder, const char *name, const void *bytes, size_t size)
{
    const char *path = add_file(folder, name);
    folder->is_good = folder->is_good && export_write_file(path, bytes, size, folder->error);
}

static void write_text_file(struct folder *folder, const char *name, struct text_writer *text)
{
    write_bytes(folder, name, text->text, text->length);
    free(text->text);
    *text = (struct text_writer){ 0 };
}

static void write_printed(struct folder *folder, const char *name,
                          bool (*print)(const void *subject, FILE *out), const void *subject)
{
    const char *path = add_file(folder, name);
    folder->is_good = folder->is_good && output_write(path, print, subject, folder->error);
}

// ---- shaders

// Writes, after the first line of a shader, the passes that run it and the files that it comes
// from.
static void write_head(const struct exported *exported, int number, struct text_writer *out)
{
    const char *files = exported->shaders[number].flattened.files;
    text_write(out, "// SPDX-License-Identifier: MIT-0\n//\n// ");
    int passes = 0;
    for (int i = 0; i < exported->pass_count; i++)
        if (exported->passes[i].shader == number) {
            text_write(out, passes++ > 0 ? ", " : "Runs ");
            export_write_comment(out, exported->passes[i].path);
        }
    text_write(out,
               passes > 0 ? "." : "Runs for other values of a parameter, as chain_passes.h says.");
    text_write(out, "\n// Made by halation " HALATION_VERSION " from ");
    export_write_comment(out, files ? files : "the chain");
    text_write(out, ".\n\n");
}

void export_write_shader(const struct exported *exported, int number, struct text_writer *out)
{
    const char *text = exported->shaders[number].flattened.text;
    const size_t version = strcspn(text, "\n") + 1;
    text_write(out, "%.*s", (int) version, text);
    write_head(exported, number, out);
    text_write(out, "%s", text + version + strspn(text + version, "\n"));
}

void export_write_vertex(const struct exported *exported, struct text_writer *out)
{
    const size_t version = strcspn(exported->vertex, "\n") + 1;
    text_write(out, "%.*s// SPDX-License-Identifier: MIT-0\n%s", (int) version, exported->vertex,
               exported->vertex + version);
}

static void write_shaders(struct folder *folder, const struct exported *exported)
{
    struct text_writer text = { 0 };
    for (int i = 0; i < exported->shader_count; i++) {
        export_write_shader(exported, i, &text);
        write_text_file(folder, exported->shaders[i].file, &text);
    }
    export_write_vertex(exported, &text);
    write_text_file(folder, "chain.vert", &text);
}

// ---- the example

// Prints the colours of a picture as PPM.
static bool print_picture(const void *subject, FILE *out)
{
    const struct image *image = subject;
    const bool is_wide = image->type == IMAGE_TYPE_U16;
    fprintf(out, "P6\n%d %d\n%d\n", image->width, image->height, is_wide ? 65535 : 255);
    for (int i = 0; i < 4 * image->width * image->height; i++) {
        if (i % 4 == 3) // alpha
            continue;
        const int value =
            is_wide ? ((const uint16_t *) image->texels)[i] : ((const uint8_t *) image->texels)[i];
        if (is_wide)
            putc(value >> 8, out);
        putc(value & 0xff, out);
    }
    return true;
}

// Results of the slow parts of an export, computed before any file is written.
struct example {
    struct image source, picture;
};

// ---- the whole folder

static bool is_empty(const char *path)
{
    DIR *folder = opendir(path);
    int count = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    if (folder)
        closedir(folder);
    return count == 0;
}

// Resolves links in a path. Returns NULL with an error if they form a cycle. The caller frees the
// result.
static char *find_folder(const char *path, struct error *error)
{
    char *target = output_file_target(path);
    if (!target)
        error_set(error, "%s: it is a link that leads in a circle; name a new folder", path);
    return target;
}

static bool check_folder(const char *path, const char *target, struct error *error)
{
    struct stat status;
    if (stat(target, &status) == 0) {
        if (!S_ISDIR(status.st_mode))
            return error_set(error, "%s is a file; name a new folder", path);
        if (!is_empty(target))
            return error_set(error, "%s is not empty; name a new folder", path);
        return faccessat(AT_FDCWD, target, W_OK | X_OK, AT_EACCESS) == 0 ||
               error_set(error, "cannot write into the folder %s: %s", path, strerror(errno));
    }
    if (mkdir(target, 0777) != 0)
        return error_set(error, "cannot make the folder %s: %s", path, strerror(errno));
    rmdir(target);
    return true;
}

bool export_folder_check(const char *path, struct error *error)
{
    char *target = find_folder(path, error);
    const bool done = target && check_folder(path, target, error);
    free(target);
    return done;
}

// Creates the folder, unless it exists. A signal removes it.
static bool begin_folder(struct folder *folder)
{
    end_signal_block();
    folder->is_new = mkdir(folder->path, 0777) == 0;
    folder->is_good = folder->is_new || errno == EEXIST;
    if (folder->is_new)
        end_signal_remove_file(folder->path);
    end_signal_unblock();
    return folder->is_good;
}

// Removes all files, and a new folder, after a failure.
static void end_folder(struct folder *folder)
{
    end_signal_block();
    for (int i = 0; i < folder->count; i++) {
        char *path = folder->paths[i];
        if (!folder->is_good)
            unlink(path);
        end_signal_forget_file(path);
        free(path);
    }
    if (folder->is_new && !folder->is_good)
        rmdir(folder->path);
    end_signal_forget_file(folder->path);
    end_signal_unblock();
}

static bool print_readme(const void *given, FILE *out)
{
    const struct embedded_file *file = embedded_find("assets/export/README.md");
    char chain[CHAIN_TEXT_SIZE];
    struct text_writer text = { 0 };
    chain_print(given, chain, sizeof(chain));
    export_write_comment(&text, chain);
    const char *rest = embedded_print_until(file->text, "@CHAIN@", out);
    fprintf(out, "%s%s", text.text, rest);
    free(text.text);
    return true;
}

static void write_all(struct folder *folder, const struct exported *exported,
                      const struct chain *given, struct example *example)
{
    static const char *const fixed[] = { "halation_chain.c", "halation_chain.h", "chain_gl.h",
                                         "chain_gpu.h",      "chain_state.h",    "main.c",
                                         "CMakeLists.txt" };
    struct text_writer text = { 0 };
    char name[EXPORTED_FILE_SIZE];
    for (size_t i = 0; i < ARRAY_COUNT(fixed); i++) {
        snprintf(name, sizeof(name), "assets/export/%s", fixed[i]);
        const struct embedded_file *file = embedded_find(name);
        write_bytes(folder, fixed[i], file->text, file->size);
    }
    write_shaders(folder, exported);
    export_write_shaders(exported, &text);
    write_text_file(folder, "chain_shaders.h", &text);
    export_write_code(exported, &text);
    write_text_file(folder, "chain_passes.h", &text);
    export_write_format(exported, &text);
    write_text_file(folder, "chain_format.h", &text);
    json_t *json = export_json(exported, false);
    write_printed(folder, "chain.json", json_file_print, json);
    json_decref(json);
    for (int i = 0; i < exported->texture_count; i++) {
        const struct exported_texture *texture = &exported->textures[i];
        if (texture->role == EXPORTED_DATA)
            write_bytes(folder, texture->file, texture->data, texture->data_count * sizeof(float));
    }
    const char *path = add_file(folder, "input.pfm");
    folder->is_good = folder->is_good && image_write(&example->source, NULL, path, folder->error);
    write_printed(folder, "expected.ppm", print_picture, &example->picture);
    write_printed(folder, "README.md", print_readme, given);
}

bool export_folder_write(const struct exported *exported, struct renderer *renderer, double time,
                         const char *path, struct error *error)
{
    struct example example = { 0 };
    struct folder folder = { .path = find_folder(path, error), .error = error };
    if (!folder.path)
        return false;
    struct gpu *gpu = &renderer->gpu;
    struct side *side = &renderer->side;
    renderer_draw(renderer, time);
    texture_read(&renderer->source, IMAGE_TYPE_F32, &example.source);
    for (int i = 0; i < example.source.width * example.source.height; i++)
        ((float *) example.source.texels)[4 * i + 3] = 1; // the files of the example have no alpha
    texture_upload(&renderer->source, &example.source);
    gpu_begin_frame(gpu, "chain");
    plan_run(&side->plan, NULL, gpu, &renderer->source, &side->output, 0);
    gpu_end_frame(gpu);
    texture_read(&side->output, renderer->plan_options.depth == 16 ? IMAGE_TYPE_U16 : IMAGE_TYPE_U8,
                 &example.picture);
    if (begin_folder(&folder))
        write_all(&folder, exported, &side->chain, &example);
    else
        error_set(error, "cannot make the folder %s: %s", path, strerror(errno));
    end_folder(&folder);
    free(folder.path);
    image_finish(&example.source);
    image_finish(&example.picture);
    return folder.is_good;
}
