// The box over tiles in shared memory: each texel is read once or twice, however wide the box is.
// Between rows and columns there is a buffer instead of an image.

#include "effects/box/box_passes.h"
#include "effects/box/box_site.h"
#include "effects/tuning.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

static int threads_of(const struct box_tiling *tiling)
{
    return tiling->lines * tiling->chunks;
}

// Returns the bytes of shared memory of a group: its texels, packed or as floats, and a sum of each
// chunk.
static int shared_bytes_of(const struct box_tiling *tiling, bool packed)
{
    return threads_of(tiling) * (tiling->chunk * (packed ? 8 : 16) + 16);
}

static struct box_tiling tiling_of(const struct effect_site *site, bool down)
{
    const struct box box = box_of_site(site);
    const int promised = 32768, own = site->info->shared_bytes; // what GL promises
    const int most = own > promised ? own : promised;
    const struct box_tiling *tiling = down ? box_column_tilings : box_row_tilings;
    while (box_reach(&box) > tiling->reach ||
           shared_bytes_of(tiling, box_site_is_packed(site)) > most)
        tiling++;
    return *tiling;
}

// The buffer holds whole strips of columns, each from top to bottom.
static size_t bytes_between(const struct effect_site *site)
{
    const size_t texel = (size_t) texture_format_texel_bytes(effect_via(site));
    const int width = divide_up(site->width, BOX_TILED_STRIP) * BOX_TILED_STRIP;
    return (size_t) width * (size_t) site->height * texel;
}

static void run_tiles(const struct effect_call *call, struct buffer *between, bool down)
{
    const struct box box = box_of_site(&call->site);
    const struct box_tiling tiling = tiling_of(&call->site, down);
    const enum texture_format from = down ? effect_via(&call->site) : call->site.format;
    const int wide = call->site.width, high = call->site.height;
    const int count = down ? high : wide, lines = down ? wide : high;
    // Chunks before a tile that its first window covers, for one iteration and for all of them.
    const int margin = divide_up(2 * box.radius + 1 + (box.end > 0), tiling.chunk);
    const int margins = box.iterations * margin;
    const int along = divide_up(count, (tiling.chunks - margins) * tiling.chunk);
    const int chunks = divide_up(divide_up(count, along), tiling.chunk);
    const int across = divide_up(lines, tiling.lines);
    const int width = 2 * box.radius + 1, rest = width % tiling.chunk;
    // A window is a number of chunks plus the remaining texels. If these are more than half a
    // chunk, it is one more chunk minus texels.
    const int is_more = rest > tiling.chunk / 2;
    const bool is_larger =
        effect_via(&call->site) == FORMAT_RGBA32F && call->site.format != FORMAT_RGBA32F;
    const double share = (double) (tiling.chunks - margins) / tiling.chunks;
    const size_t bytes = bytes_between(&call->site);
    // A group processes some tiles one after the other.
    const int each = along * across / BOX_TILED_GROUPS;
    struct pass pass = {
        .label = down ? "columns" : "rows",
        .program = call->programs[down ? BOX_COLUMNS : BOX_ROWS],
        .output = down ? call->output : NULL,
        .buffers = { between },
        .buffer_traffic = { .read = down ? bytes : 0, .written = down ? 0 : bytes },
        .uniforms = {
        U_SIZE(wide, high),
        U_VEC3("u_window", (float) width, (float) (width / tiling.chunk + is_more),
               (float) (rest - is_more * tiling.chunk)),
        U_FLOAT("u_end", (float) box.end),
        U_FLOAT("u_scale", (float) (1 / box_total(&box))),
        U_FLOAT("u_unit",
                from == FORMAT_RGBA8 ? 1.0f / 255 : 1), // bytes are summed as integers 0..255
        U_VEC3("u_tile", (float) (chunks * tiling.chunk), (float) (chunks + margins),
               (float) margin),
        U_FLOAT("u_shift", (float) (margins * tiling.chunk - box.iterations * (box.radius + 1))),
        },
        .made = (double) wide * high,
        .work = {
        .texels = 1 / share,
        .shared = (3 + 4 * box.iterations) / share,
        .stores = down        ? 0
                  : is_larger ? 2
                              : 1,
        .shared_bytes = shared_bytes_of(&tiling, box_site_is_packed(&call->site)),
        },
    };
    if (!down)
        pass.images[0] = (struct pass_image){ .texture = call->input,
                                              .words = box_site_reads_words(&call->site) };
    effect_join_after(call, &pass);
    pass.groups[down] = divide_up(count, chunks * tiling.chunk);
    pass.groups[!down] = divide_up(across, each < 1                   ? 1
                                           : each > tiling.most_tiles ? tiling.most_tiles
                                                                      : each);
    pass_run(call->gpu, &pass);
}

static void run_tiled(const struct effect_call *call)
{
    struct buffer *between =
        texture_pool_acquire_buffer(&call->gpu->pool, bytes_between(&call->site));
    run_tiles(call, between, false);
    run_tiles(call, between, true);
    texture_pool_release_buffer(&call->gpu->pool, between);
}

static void write_tiling(const struct effect_site *site, bool down, struct step_writer *defines)
{
    const struct box_tiling tiling = tiling_of(site, down);
    const char *lines = down ? "COLUMN" : "ROW";
    step_writef(defines, " %s_CHUNK=%d %s_LINES=%d %s_CHUNKS=%d %s_THREADS=%d", lines, tiling.chunk,
                lines, tiling.lines, lines, tiling.chunks, lines, threads_of(&tiling));
}

static void write_tiled_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct box box = box_of_site(site);
    const enum texture_format input = site->format, via = effect_via(site);
    write_tiling(site, false, defines);
    write_tiling(site, true, defines);
    step_writef(defines,
                " EDGE=%d ORDER=%d HAS_END=%d INPUT=%s INPUT_BYTES=%d WORDS=%d VIA_FLOATS=%d "
                "VIA_BYTES=%d PACKED=%d STRIP=%d",
                effect_edge(site), box.iterations, box.end > 0, texture_format_name(input),
                input == FORMAT_RGBA8, box_site_reads_words(site), via == FORMAT_RGBA32F,
                via == FORMAT_RGBA8, box_site_is_packed(site), BOX_TILED_STRIP);
}

const struct effect_impl box_cs_tiled = {
    .name = "cs_tiled",
    .summary = "Running sums over tiles in shared memory, with a buffer between rows and columns",
    .origin = "this program",
    .fastest_on = "NVIDIA H200, at sigma 16 (0.4.0)",
    .programs =
        EFFECT_PROGRAMS([BOX_ROWS] = { .file = "box/box_tiled.comp" },
                        [BOX_COLUMNS] = { .file = "box/box_tiled.comp", .defines = "DOWN" }),
    .write_defines = write_tiled_defines,
    .fits = box_site_fits,
    .run = run_tiled,
};
