// The box over tiles in shared memory: each texel is read once or twice, however wide the box is.
// Between rows and columns there is a buffer, not an image.

#include "effects/box/box_parts.h"
#include "render/divide.h"
#include "render/pass.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Of a group: texels of a thread (an odd number), lines side by side, and threads along each. Of a
// shorter line more groups run at a time, of a longer one more is left beside what the first
// windows see.
struct tile {
    int chunk, lines, chunks;
    int reach; // up to which it serves
    int turns; // tiles that a group works on at most, one after the other
};

#define FOR_THE_WIDEST \
    { 17, 2, 160, BOX_MAX_WEIGHTS, 8 }, { 17, 2, 104, BOX_MAX_WEIGHTS, 8 }, \
    { \
        17, 1, 104, BOX_MAX_WEIGHTS, 8 \
    }

static const struct tile row_tiles[] = { { 9, 2, 64, 84, 4 },
                                         { 11, 2, 112, 160, 8 },
                                         FOR_THE_WIDEST };
static const struct tile column_tiles[] = { { 9, 2, 64, 84, 4 },
                                            { 17, 2, 80, 160, 8 },
                                            FOR_THE_WIDEST };

// A group works on several tiles, where as many groups are left: about as many as a large GPU holds
// at a time.
enum { GROUPS = 700 };

// Columns of the buffer that lie together, as in box_between.glsl.
enum { STRIP = 4 };

static int bytes_of(const struct tile *tile, bool packed)
{
    return tile->lines * tile->chunks * (tile->chunk * (packed ? 8 : 16) + 16);
}

static int shared_bytes(const struct effect_site *site)
{
    const int promised = 32768; // by GL, and enough for the last tile of each table
    const int most = site->info->shared_bytes;
    return most > promised ? most : promised;
}

static struct tile tile_of(const struct effect_site *site, bool down)
{
    const struct box box = box_of_call(site);
    const int most = shared_bytes(site);
    const struct tile *tile = down ? column_tiles : row_tiles;
    while (box_reach(&box) > tile->reach || bytes_of(tile, box_is_packed(site)) > most)
        tile++;
    return *tile;
}

// Chunks that the first window of the next one sees, for one box.
static int margin_of(const struct box *box, const struct tile *tile)
{
    return divide_up(2 * box->radius + 1 + (box->end > 0), tile->chunk);
}

static size_t bytes_between(const struct effect_site *site)
{
    const size_t texel = (size_t) texture_format_texel_bytes(box_via(site));
    return (size_t) divide_up(site->width, STRIP) * STRIP * (size_t) site->height * texel;
}

static struct pass describe_pass(const struct effect_call *call, struct buffer *between, bool down)
{
    struct pass pass = {
        .label = down ? "columns" : "rows",
        .program = call->programs[down ? BOX_COLUMNS : BOX_ROWS],
        .buffers = { between },
        .buffer_bytes = bytes_between(&call->site),
        .uniforms = { U_VEC2((float) call->site.width, (float) call->site.height) },
    };
    if (down) {
        pass.output = call->output;
    } else {
        pass.images[0].texture = call->input;
        pass.images[0].words = box_reads_words(&call->site);
    }
    return pass;
}

static float unit_of(const struct effect_site *site, bool down)
{
    const enum texture_format from = down ? box_via(site) : site->format;
    return from == FORMAT_RGBA8 ? 1.0f / 255 : 1;
}

static int turns_for(const struct tile *tile, int tiles)
{
    const int turns = tiles / GROUPS;
    return turns < 1 ? 1 : turns > tile->turns ? tile->turns : turns;
}

static void run_tiles(const struct effect_call *call, struct buffer *between, bool down)
{
    const struct box box = box_of_call(&call->site);
    const struct tile tile = tile_of(&call->site, down);
    const int count = down ? call->site.height : call->site.width,
              lines = down ? call->site.width : call->site.height;
    const int margin = margin_of(&box, &tile), margins = box.iterations * margin;
    const int along = divide_up(count, (tile.chunks - margins) * tile.chunk);
    const int chunks = divide_up(divide_up(count, along), tile.chunk);
    const int across = divide_up(lines, tile.lines);
    const int turns = turns_for(&tile, along * across);
    const int width = 2 * box.radius + 1, rest = width % tile.chunk;
    const int is_more = rest > tile.chunk / 2; // then the rest is taken away from one chunk more
    struct pass pass = describe_pass(call, between, down);
    const struct uniform uniforms[] = {
        U_VEC3((float) width, (float) (width / tile.chunk + is_more),
               (float) (rest - is_more * tile.chunk)),
        U_FLOAT((float) box.end),
        U_FLOAT((float) (1 / box_total(&box))),
        U_FLOAT(unit_of(&call->site, down)),
        U_VEC3((float) (chunks * tile.chunk), (float) (chunks + margins), (float) margin),
        U_FLOAT((float) (margins * tile.chunk - box.iterations * (box.radius + 1))),
    };
    memcpy(pass.uniforms + 1, uniforms, sizeof(uniforms));
    pass.groups[down] = divide_up(count, chunks * tile.chunk);
    pass.groups[!down] = divide_up(across, turns);
    pass_run(call->gpu, &pass);
}

void box_run_tiled(const struct effect_call *call)
{
    struct buffer *between =
        texture_pool_acquire_buffer(&call->gpu->pool, bytes_between(&call->site));
    run_tiles(call, between, false);
    run_tiles(call, between, true);
    texture_pool_release_buffer(&call->gpu->pool, between);
}

static void cost_tiles(const struct effect_site *site, bool down, struct cost *cost)
{
    const struct box box = box_of_call(site);
    const struct tile tile = tile_of(site, down);
    const double margin = box.iterations * margin_of(&box, &tile);
    const double share = (tile.chunks - margin) / tile.chunks;
    cost->texels += box_texels(site) / share;
    cost->shared += box_texels(site) / share * (3 + 4 * box.iterations);
    cost->stores += box_texels(site);
    cost->held = fmax(cost->held, bytes_of(&tile, box_is_packed(site)));
    cost->passes++;
}

void box_cost_tiled(const struct effect_site *site, struct cost *cost)
{
    cost_tiles(site, false, cost);
    cost_tiles(site, true, cost);
}

void box_vary_tiled(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct box box = box_of_call(site);
    const enum texture_format input = site->format, via = box_via(site);
    const struct tile rows = tile_of(site, false), columns = tile_of(site, true);
    snprintf(defines, EFFECT_DEFINES_SIZE,
             "EDGE=%d ORDER=%d HAS_END=%d INPUT=%s INPUT_BYTES=%d WORDS=%d VIA_FLOATS=%d "
             "VIA_BYTES=%d PACKED=%d ROW_CHUNK=%d ROW_LINES=%d ROW_CHUNKS=%d COLUMN_CHUNK=%d "
             "COLUMN_LINES=%d COLUMN_CHUNKS=%d",
             box_edge(site), box.iterations, box.end > 0, texture_format_name(input),
             input == FORMAT_RGBA8, box_reads_words(site), via == FORMAT_RGBA32F,
             via == FORMAT_RGBA8, box_is_packed(site), rows.chunk, rows.lines, rows.chunks,
             columns.chunk, columns.lines, columns.chunks);
}
