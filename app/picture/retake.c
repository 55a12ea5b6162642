#include "app/picture/retake.h"

#include "app/edit/preset.h"
#include "effects/lut/lut.h"
#include "effects/palette/palette.h"
#include "render/file/file_path.h"
#include "render/shader_source.h"
#include "render/text/names.h"
#include "render/text/number.h"
#include "render/text/step_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- what a file is

bool file_kind_find(const char *path, enum file_kind *kind, struct error *error)
{
    struct image_texts texts = { 0 };
    struct stat status;
    if (stat(path, &status) != 0)
        return error_set(error, "%s: %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return error_set(error,
                         S_ISDIR(status.st_mode) ? "%s: a folder; open files of it"
                                                 : "%s: no file that can be read",
                         path);
    *kind = preset_has_ending(path)                   ? FILE_CHAIN
            : palette_has_ending(path)                ? FILE_PALETTE
            : lut_file_has_ending(path)               ? FILE_TABLE
            : effect_is_file_name(path, strlen(path)) ? FILE_EFFECT
                                                      : FILE_PICTURE;
    if (*kind != FILE_PICTURE)
        return true;
    const bool is_read = image_read_texts(&texts, path, error);
    image_texts_finish(&texts);
    return is_read || image_has_ending(file_path_name(path));
}

// ---- files that a text names

// Values in effects name something built in, or a file if they contain a dot or a slash; those of
// scenes name files.
static bool is_file(const struct param *rows, const struct step_token *token, bool is_scene)
{
    const struct param *row = param_find_word(rows, token->word.text, token->word.length);
    if (!row || row->type != PARAM_TYPE_TEXT || token->value.length == 0)
        return false;
    for (size_t i = 0; i < token->value.length; i++)
        if (strchr("./\\", token->value.text[i]))
            return true;
    return is_scene;
}

// Writes the name of the file beside the picture: "folder/name", in quotes.
static bool write_file(struct step_writer *writer, const struct step_word *value, const char *path,
                       struct error *error)
{
    char beside[2 * PARAM_TEXT_SIZE];
    size_t at = value->length;
    while (at > 0 && !strchr("/\\", value->text[at - 1]))
        at--;
    const char *name = value->text + at, *slash = strrchr(path, '/');
    const size_t length = value->length - at;
    if (length == 0 || (length <= 2 && memcmp(name, "..", length) == 0))
        return error_set(error, "'%.*s' is no name of a file", names_shown(value->length),
                         value->text);
    snprintf(beside, sizeof(beside), "%.*s/%.*s", slash ? (int) (slash - path) : 1,
             slash ? path : ".", (int) length, name);
    if (strpbrk(beside, "\"\n"))
        return error_set(error, "%s has a quote in it, which a chain cannot name", beside);
    step_writef(writer, "\"%s\"", beside);
    return access(beside, R_OK) == 0 ||
           error_set(error, "it needs the file %s, which is not there", beside);
}

// Reads the text of that name into the value that it describes, with names of files beside the
// picture, whose path is `path`, so that no other files are read. Returns false with the reason if
// a file does not exist, a name is not valid, or the text is not one of steps or too long.
static bool read_text(struct retake *retake, const char *key, const char *path, struct error *error)
{
    const bool is_scene = strcmp(key, "scene") == 0;
    char text[CHAIN_TEXT_SIZE] = "";
    struct step_text reader = { .text = image_texts_find(&retake->texts, key) };
    struct step_writer writer = { text, sizeof(text), 0 };
    const struct param *rows = NULL;
    struct step_token token;
    if (!reader.text)
        return error_set(error,
                         "it does not say how it was made: its texts have no '%s'; pictures of "
                         "--screenshot and -o have",
                         key);
    bool good;
    while ((good = step_text_next(&reader, &token, error)) && token.kind != STEP_END) {
        const struct step_word *word = &token.word, *value = &token.value;
        if (token.kind == STEP_OPTION) {
            step_writef(&writer, ":%.*s=", (int) word->length, word->text);
            if (!is_file(rows, &token, is_scene))
                step_writef(&writer, "\"%.*s\"", (int) value->length, value->text);
            else
                good = write_file(&writer, value, path, error);
        } else {
            const struct scene *scene = is_scene ? scene_find(word->text, word->length) : NULL;
            const struct effect *effect = is_scene ? NULL : effect_find(word->text, word->length);
            rows = scene ? scene->params : effect ? effect->params : NULL;
            step_writef(&writer, "%s%s", writer.length > 0 ? "," : "", token.off ? "-" : "");
            if (is_scene || !chain_is_file(&token))
                step_writef(&writer, "%.*s", (int) word->length, word->text);
            else
                good = write_file(&writer, word, path, error);
        }
        if (!good)
            break;
    }
    if (good && writer.length >= (int) sizeof(text))
        good = error_set(error, "it is longer than %zu bytes", sizeof(text));
    good = good && (is_scene ? scene_parse(&retake->scene, text, error)
                             : chain_parse(&retake->chain, text, NULL, error));
    return good || error_prefix(error, "its %s: ", key);
}

static bool apply(struct retake *retake, const char *path, struct error *error)
{
    const char *said = image_texts_find(&retake->texts, "time");
    float time = 0;
    const float most = 1e6f; // as of --time
    if (said && number_parse(said, strlen(said), &time) == NUMBER_FINE && time > 0 && time <= most)
        retake->time = time;
    if (!read_text(retake, "chain", path, error) || !read_text(retake, "scene", path, error))
        return error_prefix(error, "%s: ", path);
    said = image_texts_find(&retake->texts, "files");
    retake->changed = chain_changed_file(&retake->chain, said);
    return true;
}

bool retake_describe_shaders(const struct retake *retake, const char *folder, char *out,
                             size_t size)
{
    char now[512];
    const char *then = image_texts_find(&retake->texts, "shaders");
    const bool is_changed = shader_source_print_changes(folder, now, sizeof(now));
    if (strcmp(then ? then : "", now) == 0)
        return false;
    snprintf(out, size, "it was drawn with the %s%s, and now with the %s%s",
             then ? "shaders " : "built-in shaders", then ? then : "",
             is_changed ? "shaders " : "built-in ones; --shader-dir names a folder", now);
    return true;
}

bool retake_read_texts(struct retake *retake, const char *path, struct error *error)
{
    *retake = (struct retake){ 0 };
    return image_read_texts(&retake->texts, path, error) && apply(retake, path, error);
}

bool retake_read(struct retake *retake, const char *path, struct error *error)
{
    struct image image;
    bool is_light;
    *retake = (struct retake){ 0 };
    if (!image_read(&image, &is_light, &retake->texts, path, error))
        return false;
    retake->depth = image.type == IMAGE_TYPE_U16 ? 16 : 8;
    image_finish(&image);
    return apply(retake, path, error);
}

void retake_finish(struct retake *retake)
{
    image_texts_finish(&retake->texts);
}
