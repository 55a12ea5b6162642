#include "app/picture/retake.h"

#include "app/picture/retake_files.h"
#include "render/text/number.h"

#include <string.h>

static const char *need(const struct image_texts *texts, const char *key, struct error *error)
{
    const char *text = image_texts_find(texts, key);
    if (!text)
        error_set(error,
                  "it does not say how it was made: its texts have no '%s'; pictures of "
                  "--screenshot and --output have",
                  key);
    return text;
}

// Reads a text into what it describes.
static bool follow_chain(struct retake *retake, const char *path, struct error *error)
{
    char text[CHAIN_TEXT_SIZE];
    const char *said = need(&retake->texts, "chain", error);
    return said && (((retake_files(said, false, path, text, sizeof(text), error) &&
                      chain_parse(&retake->chain, text, NULL, error))) ||
                    error_prefix(error, "its chain: "));
}

static bool follow_scene(struct retake *retake, const char *path, struct error *error)
{
    char text[CHAIN_TEXT_SIZE];
    const char *said = need(&retake->texts, "scene", error);
    return said && (((retake_files(said, true, path, text, sizeof(text), error) &&
                      scene_parse(&retake->scene, text, error))) ||
                    error_prefix(error, "its scene: "));
}

static double read_time(const struct image_texts *texts)
{
    const char *said = image_texts_find(texts, "time");
    float time = 0;
    const float most = 1e6f; // as of --time
    if (said && number_parse(said, strlen(said), &time) == NUMBER_FINE && time > 0 && time <= most)
        return (double) time;
    return 0;
}

static bool follow(struct retake *retake, const char *path, struct error *error)
{
    retake->time = read_time(&retake->texts);
    return (follow_chain(retake, path, error) && follow_scene(retake, path, error)) ||
           error_prefix(error, "%s: ", path);
}

bool retake_read_texts(struct retake *retake, const char *path, struct error *error)
{
    *retake = (struct retake){ 0 };
    return image_read_texts(&retake->texts, path, error) && follow(retake, path, error);
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
    return follow(retake, path, error);
}

void retake_finish(struct retake *retake)
{
    image_texts_finish(&retake->texts);
}
