#include "app/picture/capture_describe.h"

#include "app/lab/text/processor.h"

#include <stdio.h>
#include <stdlib.h>

void capture_describe_time(double time, char out[static CAPTURE_TIME_SIZE])
{
    enum { FEW = 9, ALL = 17 };
    for (int digits = FEW; digits <= ALL; digits++) {
        snprintf(out, CAPTURE_TIME_SIZE, "%.*g", digits, time);
        if (strtod(out, NULL) == time)
            return;
    }
}

static void describe_subject(const struct lab *lab, const struct chain *chain,
                             struct image_texts *texts)
{
    char text[CHAIN_TEXT_SIZE];
    chain_print(chain, text, sizeof(text));
    image_texts_add(texts, "chain", text);
    const struct scene_choice scene = lab_seen_scene(lab);
    scene_print(&scene, text, sizeof(text));
    image_texts_add(texts, "scene", text);
}

void capture_describe(const struct lab *lab, const struct chain *chain, double time,
                      struct image_texts *texts)
{
    char text[64];
    image_texts_add(texts, "Software", "halation " HALATION_VERSION);
    if (chain)
        describe_subject(lab, chain, texts);
    snprintf(text, sizeof(text), "%dx%d", lab->plan_options.width, lab->plan_options.height);
    image_texts_add(texts, "size", text);
    capture_describe_time(time, text);
    image_texts_add(texts, "time", text);
    image_texts_add(texts, "format", texture_format_name(lab->plan_options.format));
    image_texts_add(texts, "fuse", plan_fuse_names[lab->plan_options.fuse]);
    snprintf(text, sizeof(text), "%d", lab->samples);
    image_texts_add(texts, "msaa", text);
    snprintf(text, sizeof(text), "%g", (double) lab->scene_scale);
    image_texts_add(texts, "scene-scale", text);
    image_texts_add(texts, "renderer", lab->gpu.info.renderer);
    image_texts_add(texts, "driver", lab->gpu.info.driver);
    image_texts_add(texts, "processor", processor_name());
}
