// The box over tiles in shared memory: each texel is read once or twice, however wide the box is.
// Between rows and columns there is a buffer, not an image.

#include "effects/box_row.h"
#include "effects/dual.h"
#include "render/pass.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Of a group: texels of a thread, lines side by side, and threads along each. Of a shorter line
// more groups run at a time, of a longer one more is left beside what the first windows see.
struct tile {
    int chunk, lines, chunks;
    int reach; // up to which it serves
};

static const struct tile row_tiles[] = {
    { 9, 1, 64, 24 },
    { 17, 1, 64, 160 },
    { 17, 1, 96, BOX_MAX_WEIGHTS },
};
static const struct tile column_tiles[] = {
    { 9, 8, 32, 24 },
    { 9, 4, 88, 64 },
    { 17, 4, 64, 288 },
    { 17, 4, 48, 160 },
    { 17, 2, 96, BOX_MAX_WEIGHTS },
};

static int bytes_of(const struct tile *tile, bool packed)
{
    return tile->lines * tile->chunks * (tile->chunk * (packed ? 8 : 16) + 16);
}

static int shared_bytes(const struct effect_call *call)
{
    const int promised = 32768; // by GL, and enough for the last tile of each table
    const int most = call->gpu ? call->gpu->info.shared_bytes : 0;
    return most > promised ? most : promised;
}

static struct tile tile_of(const struct effect_call *call, bool down)
{
    const struct box box = box_of_call(call);
    const bool packed = box_is_packed(call);
    for (const struct tile *i = down ? column_tiles : row_tiles;; i++) {
        struct tile tile = *i;
        if (!packed && down)
            tile.lines /= 2;
        if (box_reach(&box) <= tile.reach && bytes_of(&tile, packed) <= shared_bytes(call))
            return tile;
    }
}

// Chunks that the first window of the next one sees, for one box.
static int margin_of(const struct box *box, const struct tile *tile)
{
    return (2 * box->radius + 1) / tile->chunk + 1;
}

static size_t bytes_between(const struct effect_call *call)
{
    const size_t texel = (size_t) texture_format_texel_bytes(box_via(call));
    return (size_t) call->width * (size_t) call->height * texel;
}

static struct pass describe_pass(const struct effect_call *call, struct buffer *between, bool down)
{
    struct pass pass = {
        .label = down ? "columns" : "rows",
        .program = call->programs[down ? BOX_COLUMNS : BOX_ROWS],
        .buffers = { between },
        .buffer_bytes = bytes_between(call),
        .uniforms = { U_VEC2((float) call->width, (float) call->height) },
    };
    if (down)
        pass.output = call->output;
    else
        pass.images[0].texture = (struct texture *) call->input; // which is only read
    return pass;
}

static float unit_of(const struct effect_call *call, bool down)
{
    const enum texture_format from = down ? box_via(call) : call->format;
    return from == FORMAT_RGBA8 ? 1.0f / 255 : 1;
}

static void run_tiles(const struct effect_call *call, struct buffer *between, bool down)
{
    const struct box box = box_of_call(call);
    const struct tile tile = tile_of(call, down);
    const int count = down ? call->height : call->width, lines = down ? call->width : call->height;
    const int margin = margin_of(&box, &tile), margins = box.iterations * margin;
    const int tiles = box_groups_for(count, (tile.chunks - margins) * tile.chunk);
    const int chunks = box_groups_for(box_groups_for(count, tiles), tile.chunk);
    const int width = 2 * box.radius + 1, rest = width % tile.chunk;
    const int is_more = rest > tile.chunk / 2; // then the rest is taken away from one chunk more
    struct pass pass = describe_pass(call, between, down);
    const struct uniform uniforms[] = {
        U_VEC3((float) width, (float) (width / tile.chunk + is_more),
               (float) (rest - is_more * tile.chunk)),
        U_FLOAT((float) box.end),
        U_FLOAT((float) (1 / box_total(&box))),
        U_FLOAT(unit_of(call, down)),
        U_VEC3((float) (chunks * tile.chunk), (float) (chunks + margins), (float) margin),
        U_FLOAT((float) (margins * tile.chunk - box.iterations * (box.radius + 1))),
    };
    memcpy(pass.uniforms + 1, uniforms, sizeof(uniforms));
    pass.groups[0] = box_groups_for(down ? lines : count, down ? tile.lines : chunks * tile.chunk);
    pass.groups[1] = down ? box_groups_for(count, chunks * tile.chunk) : lines;
    pass_run(call->gpu, &pass);
}

// ---- one box along columns

// Texels of an invocation, those that it reads at once, and columns of a group.
enum { WALK_STRETCH = 192, WALK_TURN = 8, WALK_WIDTH = 64 };

static void run_walk(const struct effect_call *call, struct buffer *between)
{
    const struct box box = box_of_call(call);
    struct pass pass = describe_pass(call, between, true);
    const struct uniform uniforms[] = {
        U_INT(box.radius),
        U_FLOAT((float) box.end),
        U_FLOAT((float) (1 / box_total(&box)) * unit_of(call, true)),
        U_INT(WALK_STRETCH),
    };
    memcpy(pass.uniforms + 1, uniforms, sizeof(uniforms));
    pass.groups[0] = box_groups_for(call->width, WALK_WIDTH);
    pass.groups[1] = box_groups_for(call->height, WALK_STRETCH);
    pass_run(call->gpu, &pass);
}

// ---- both

void box_run_tiled(const struct effect_call *call)
{
    const struct box box = box_of_call(call);
    if (box_reach(&box) == 0) {
        dual_copy(call, call->programs[BOX_COPY]);
        return;
    }
    struct buffer *between = texture_pool_acquire_buffer(&call->gpu->pool, bytes_between(call));
    run_tiles(call, between, false);
    if (box.iterations == 1)
        run_walk(call, between);
    else
        run_tiles(call, between, true);
    texture_pool_release_buffer(&call->gpu->pool, between);
}

static void cost_tiles(const struct effect_call *call, bool down, struct cost *cost)
{
    const struct box box = box_of_call(call);
    const struct tile tile = tile_of(call, down);
    const double margin = box.iterations * margin_of(&box, &tile);
    const double share = (tile.chunks - margin) / tile.chunks;
    cost->texels += box_texels(call) / share;
    cost->shared += box_texels(call) / share * (4 + 4 * box.iterations);
    cost->stores += box_texels(call);
    cost->held = fmax(cost->held, bytes_of(&tile, box_is_packed(call)));
    cost->passes++;
}

// The buffer, of which two texels cost less than one of an image, and what goes through shared
// memory to be stored.
static void cost_walk(const struct effect_call *call, struct cost *cost)
{
    const struct box box = box_of_call(call);
    cost->texels += box_texels(call) * (1 + (2.0 * box.radius + 1) / (2 * WALK_STRETCH));
    cost->shared += box_texels(call) * 2;
    cost->held = fmax(cost->held, 2 * WALK_TURN * WALK_WIDTH * (box_is_packed(call) ? 8 : 16));
    cost->stores += box_texels(call);
    cost->passes++;
}

void box_cost_tiled(const struct effect_call *call, struct cost *cost)
{
    const struct box box = box_of_call(call);
    if (box_cost_copy(call, cost))
        return;
    cost_tiles(call, false, cost);
    if (box.iterations == 1)
        cost_walk(call, cost);
    else
        cost_tiles(call, true, cost);
}

void box_vary_tiled(const struct effect_call *call, char defines[EFFECT_DEFINES_SIZE])
{
    const struct box box = box_of_call(call);
    const enum texture_format input = call->format, via = box_via(call);
    const struct tile rows = tile_of(call, false), columns = tile_of(call, true);
    snprintf(defines, EFFECT_DEFINES_SIZE,
             "EDGE=%d ORDER=%d HAS_END=%d INPUT=%s INPUT_BYTES=%d VIA_FLOATS=%d VIA_BYTES=%d "
             "PACKED=%d ROW_CHUNK=%d ROW_CHUNKS=%d COLUMN_CHUNK=%d COLUMN_LINES=%d "
             "COLUMN_CHUNKS=%d",
             box_edge(call), box.iterations, box.end > 0, texture_format_name(input),
             input == FORMAT_RGBA8, via == FORMAT_RGBA32F, via == FORMAT_RGBA8, box_is_packed(call),
             rows.chunk, rows.chunks, columns.chunk, columns.lines, columns.chunks);
}
