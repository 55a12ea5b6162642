#define LOG_MODULE "suite"
#include "app/bench/bloom/bloom.h"
#include "app/picture/capture.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_WIDTH = 480, MOST_HEIGHT = 270, COLUMNS = 3 };

static int clamp_int(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

// Makes `part`: display values around a place, as bytes.
static void cut_out(const struct image *drawn, int x, int y, struct image *part)
{
    const int width = drawn->width < MOST_WIDTH ? drawn->width : MOST_WIDTH;
    const int height = drawn->height < MOST_HEIGHT ? drawn->height : MOST_HEIGHT;
    const int left = clamp_int(x - width / 2, 0, drawn->width - width);
    const int top = clamp_int(y - height / 2, 0, drawn->height - height);
    image_init(part, width, height, IMAGE_TYPE_U8);
    for (int v = 0; v < height; v++)
        for (int u = 0; u < width; u++)
            for (int c = 0; c < 4; c++) {
                const double value = c == 3 ? 1 : image_at(drawn, left + u, top + v)[c];
                ((uint8_t *) part->texels)[4 * (v * width + u) + c] =
                    (uint8_t) lround(255 * fmin(fmax(value, 0), 1));
            }
}

static void write_words(const struct suite_variant *variant, const struct bloom_fact *fact, int row,
                        struct contact_cell *cell)
{
    snprintf(cell->title, sizeof(cell->title), "%s: %.3g ms", variant->label,
             suite_median(variant));
    snprintf(cell->words, sizeof(cell->words),
             "%s, %.0f dB, shimmer %.1f %%, flicker %.0f %%, %.1f MB moved, %.1f MB of images",
             bloom_rows[row].blur, bloom_fact_decibels(fact), fact->shimmer, fact->flicker,
             (double) gpu_traffic_sum(variant->traffic) * 1e-6, fact->memory * 1e-6);
}

// Draws what ran, at the size of the run, and returns how many pictures there are.
static int draw_all(const struct suite_run *run, const struct bloom_facts *facts,
                    struct contact_cell cells[BLOOM_ROWS], struct image pictures[BLOOM_ROWS])
{
    const struct suite_variant *like = &run->variants[0];
    struct image light, drawn;
    struct error error;
    int count = 0, x, y;
    drawing_other_scene(run->lab, "harbour", run->draw->time, like->width, like->height, &light);
    // A lamp of the harbour stands in the left third, and is the brightest there.
    bloom_find_brightest(&light, 1, light.width / 3, &x, &y);
    for (int row = 0; row < BLOOM_ROWS; row++) {
        const struct suite_variant *variant = bloom_variant(run, row);
        const struct drawing drawing = { run->lab, like->format, run->draw->fuse };
        struct chain chain;
        if (!suite_has_run(variant) || !chain_parse(&chain, variant->chain, NULL, &error) ||
            !drawing_run(&drawing, &chain, false, &light, &drawn, &error))
            continue;
        write_words(variant, &facts->rows[row], row, &cells[count]);
        cut_out(&drawn, x, y, &pictures[count++]);
        image_finish(&drawn);
    }
    image_finish(&light);
    return count;
}

void bloom_sheet_write(struct suite_run *run, const struct bloom_facts *facts)
{
    static struct contact_cell all[BLOOM_ROWS];
    struct image pictures[BLOOM_ROWS];
    struct contact_cells cells = { .columns = COLUMNS, .heading = "Which bloom?", .all = all };
    const struct contact_made made = { "bloom", run->wish->sheet, &cells, pictures };
    struct error error;
    cells.count = draw_all(run, facts, all, pictures);
    snprintf(cells.subject, sizeof(cells.subject), "a lamp of the harbour, cut out; of pictures");
    if (cells.count > 0 && !contact_sheet_write(&made, run->draw, run->lab, &error)) {
        run->failed = true;
        log_error("%s", error.text);
    }
    for (int i = 0; i < cells.count; i++)
        image_finish(&pictures[i]);
}
