// Opens an EXR file through OpenEXRCore, and selects the part and channels to read.

#include "render/image/formats/image_exr.h"
#include "render/text/names.h"

#include <string.h>

// ---- the library

// Error callback: stores the first message, which names the cause.
static void log_failure(exr_const_context_t context, exr_result_t code, const char *message)
{
    void *user = NULL;
    (void) code;
    if (exr_get_user_data(context, &user) != EXR_ERR_SUCCESS || !user)
        return;
    struct image_exr *exr = user;
    if (exr->words.text[0] == '\0')
        error_set(&exr->words, "%s", message);
}

static int64_t size_of(exr_const_context_t context, void *user)
{
    const struct image_exr *exr = user;
    (void) context;
    return (int64_t) exr->size;
}

static int64_t read_bytes(exr_const_context_t context, void *user, void *to, uint64_t size,
                          uint64_t offset, exr_stream_error_func_ptr_t fail)
{
    struct image_exr *exr = user;
    const uint64_t there = offset < exr->size ? exr->size - offset : 0;
    const uint64_t given = size < there ? size : there;
    (void) context, (void) fail;
    exr->is_cut |= given < size;
    exr->read_end = (size_t) (offset + given);
    memcpy(to, exr->bytes + (offset < exr->size ? offset : 0), (size_t) given);
    return (int64_t) given;
}

bool image_exr_open(struct image_exr *exr, const uint8_t *bytes, size_t size, struct error *error)
{
    exr_context_initializer_t setup = EXR_DEFAULT_CONTEXT_INITIALIZER;
    *exr = (struct image_exr){ .bytes = bytes, .size = size };
    setup.error_handler_fn = log_failure;
    setup.user_data = exr;
    setup.read_fn = read_bytes;
    setup.size_fn = size_of;
    setup.flags = EXR_CONTEXT_FLAG_STRICT_HEADER | EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION;
    if (exr_start_read(&exr->context, "picture", &setup) != EXR_ERR_SUCCESS)
        return error_set(error, "damaged EXR: %s", exr->words.text);
    exr->words.text[0] = '\0'; // messages about headers that it repaired
    exr->is_cut = false;       // reading ahead past the end while opening is no truncation
    return true;
}

void image_exr_close(struct image_exr *exr)
{
    if (exr->context)
        exr_finish(&exr->context);
}

bool image_exr_fail(const struct image_exr *exr, struct error *error)
{
    if (exr->is_cut)
        return image_cut_off(error);
    return error_set(error, "damaged EXR%s%s", exr->words.text[0] ? ": " : "", exr->words.text);
}

// ---- channels

// A layer is the prefix of a channel's name up to its last dot, included; length 0: no layer.
// `name` is the channel's whole name.
struct layer {
    const char *name;
    size_t length;
};

static struct layer layer_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    return (struct layer){ name, dot ? (size_t) (dot + 1 - name) : 0 };
}

static bool is_same(const struct layer *a, const struct layer *b)
{
    return a->length == b->length && memcmp(a->name, b->name, a->length) == 0;
}

// Returns the index of the channel <layer><end> in the list, or -1.
static int find_channel(const exr_attr_chlist_t *list, const struct layer *layer, const char *end)
{
    for (int i = 0; i < list->num_channels; i++) {
        const char *name = list->entries[i].name.str;
        const struct layer own_layer = layer_of(name);
        if (is_same(&own_layer, layer) && strcmp(name + own_layer.length, end) == 0)
            return i;
    }
    return -1;
}

// Returns true if a layer has R, G and B, or Y without X (X and Y are vectors).
static bool has_colour(const exr_attr_chlist_t *list, const struct layer *layer)
{
    if (find_channel(list, layer, "R") >= 0)
        return find_channel(list, layer, "G") >= 0 && find_channel(list, layer, "B") >= 0;
    return find_channel(list, layer, "Y") >= 0 && find_channel(list, layer, "X") < 0;
}

// Finds the layer with colour channels: the unnamed one if it has them, otherwise a named one.
// Returns how many candidates there are.
static int find_layers(const exr_attr_chlist_t *list, struct layer *layer)
{
    int count = 0;
    *layer = (struct layer){ "", 0 };
    if (has_colour(list, layer))
        return 1;
    for (int i = 0; i < list->num_channels; i++) {
        const struct layer own_layer = layer_of(list->entries[i].name.str);
        if (!has_colour(list, &own_layer) || (count > 0 && is_same(&own_layer, layer)))
            continue;
        *layer = own_layer;
        count++;
    }
    return count;
}

static const char *name_of_channel(const void *set, int i)
{
    const exr_attr_chlist_t *list = set;
    return i < list->num_channels ? list->entries[i].name.str : NULL;
}

static bool check_channel(const exr_attr_chlist_entry_t *entry, struct error *error)
{
    if (entry->x_sampling != 1 || entry->y_sampling != 1)
        return error_set(error,
                         "EXR with '%s' at every %dx%d texels only, as luminance and chroma have "
                         "it; save it as R, G and B",
                         entry->name.str, (int) entry->x_sampling, (int) entry->y_sampling);
    return true;
}

static bool read_channel(const exr_attr_chlist_t *list, int place,
                         struct image_exr_channel *channel, struct error *error)
{
    *channel = (struct image_exr_channel){ .is_there = place >= 0 };
    for (int i = 0; i < place; i++)
        channel->before += list->entries[i].pixel_type == EXR_PIXEL_HALF ? 2 : 4;
    if (place < 0)
        return true;
    channel->is_half = list->entries[place].pixel_type == EXR_PIXEL_HALF;
    if (channel->is_half || list->entries[place].pixel_type == EXR_PIXEL_FLOAT)
        return true;
    return error_set(error, "EXR with whole numbers in '%s'; light is of halves or floats",
                     list->entries[place].name.str);
}

static bool read_channels(struct image_exr_part *part, const exr_attr_chlist_t *list,
                          const struct layer *layer, struct error *error)
{
    static const char *const names[] = { "R", "G", "B", "A" };
    const bool is_grey = find_channel(list, layer, "R") < 0;
    for (int i = 0; i < list->num_channels; i++) {
        part->texel_bytes += list->entries[i].pixel_type == EXR_PIXEL_HALF ? 2 : 4;
        if (!check_channel(&list->entries[i], error))
            return false;
    }
    for (int c = 0; c < 4; c++) {
        const int place = find_channel(list, layer, is_grey && c < 3 ? "Y" : names[c]);
        if (!read_channel(list, place, &part->channels[c], error))
            return false;
    }
    return true;
}

// ---- parts

static const exr_attr_chlist_t *channels_of(const struct image_exr *exr, int index)
{
    const exr_attr_chlist_t *list = NULL;
    exr_get_channels(exr->context, index, &list);
    return list;
}

static bool is_flat(const struct image_exr *exr, int index)
{
    exr_storage_t storage = EXR_STORAGE_DEEP_SCANLINE;
    exr_get_storage(exr->context, index, &storage);
    return storage == EXR_STORAGE_SCANLINE || storage == EXR_STORAGE_TILED;
}

static bool set_error_no_picture(const struct image_exr *exr, int count, struct error *error)
{
    for (int i = 0; i < count; i++)
        if (!is_flat(exr, i))
            return error_set(error, "a deep EXR, with many samples a texel; flatten it");
    error_set(error, "EXR without a picture, which has channels R, G and B, or Y; it has ");
    names_list(error, &(struct names){ name_of_channel, channels_of(exr, 0) });
    return false;
}

static void note_rest(struct image_picture *picture, const struct image_exr_part *part, int parts,
                      int channels)
{
    int taken = part->channels[3].is_there;
    for (int c = 0; c < 3; c++)
        taken += c == 0 || part->channels[c].before != part->channels[0].before;
    if (parts > 1)
        image_note(picture, "of its %d parts one is read", parts);
    if (channels > taken)
        image_note(picture, "of its %d channels %d %s read", channels, taken,
                   taken == 1 ? "is" : "are");
}

static bool get_part(struct image_exr *exr, struct image_exr_part *part, struct error *error)
{
    exr_storage_t storage;
    if (exr_get_storage(exr->context, part->index, &storage) != EXR_ERR_SUCCESS ||
        exr_get_compression(exr->context, part->index, &part->compression) != EXR_ERR_SUCCESS ||
        exr_get_data_window(exr->context, part->index, &part->data) != EXR_ERR_SUCCESS ||
        exr_get_display_window(exr->context, part->index, &part->display) != EXR_ERR_SUCCESS)
        return image_exr_fail(exr, error);
    part->is_tiled = storage == EXR_STORAGE_TILED;
    return true;
}

bool image_exr_choose(struct image_exr *exr, struct image_exr_part *part,
                      struct image_picture *picture, struct error *error)
{
    int count = 0;
    *part = (struct image_exr_part){ 0 };
    exr_get_count(exr->context, &count);
    for (; part->index < count; part->index++) {
        struct layer layer;
        const exr_attr_chlist_t *list = channels_of(exr, part->index);
        const int layers = list && is_flat(exr, part->index) ? find_layers(list, &layer) : 0;
        if (layers > 1) {
            error_set(error, "EXR with several layers of colour and none without a name; it has ");
            names_list(error, &(struct names){ name_of_channel, list });
            return false;
        }
        if (layers == 0)
            continue;
        if (!read_channels(part, list, &layer, error) || !get_part(exr, part, error))
            return false;
        note_rest(picture, part, count, list->num_channels);
        return true;
    }
    return set_error_no_picture(exr, count, error);
}
