#include "app/window/stage/snapshot.h"

#include "app/picture/capture_view.h"
#include "app/picture/frame_queue.h"
#include "render/file/file_path.h"

// What --at with that path gives: the pass in its own size. The path names the last pass of a frame
// that has it; another one is not told by it, and its picture is as it is seen.
static bool is_told_by_path(const struct stage *stage)
{
    struct pass_place next = stage->pass_view.place;
    next.number++;
    return pass_view_is_inner(&stage->pass_view) && pass_place_find(&stage->stats, &next) < 0;
}

static bool read_seen(const struct stage *stage, struct image *image, struct image_texts *texts,
                      struct error *error)
{
    const struct pass_view *view = &stage->pass_view;
    const struct frame_format format = { .type = IMAGE_TYPE_U8, .encodes = view->is_light };
    if (!is_told_by_path(stage)) {
        texture_read(&stage_seen(stage)->output, IMAGE_TYPE_U8, image);
        return true;
    }
    texture_read(pass_view_image(view, &stage->lab), IMAGE_TYPE_F32, image);
    image_texts_add(texts, "at", view->place.path);
    return frame_convert(&format, image, error);
}

void snapshot_write(const struct stage *stage, struct workbench *workbench)
{
    char name[64];
    struct error error = {
        "halation_0001.png to halation_9999.png are there already; move them away"
    };
    struct image image = { 0 };
    struct image_texts texts = { 0 };
    const struct side *side = stage_seen(stage);
    capture_describe(&stage->lab, &side->chain, workbench->time, &texts);
    if (file_path_find_free("halation", ".png", name, sizeof(name)) &&
        read_seen(stage, &image, &texts, &error) && image_write(&image, &texts, name, &error))
        workbench_say_written(workbench, name, "");
    else
        workbench_complain(workbench, &error);
    image_texts_finish(&texts);
    image_finish(&image);
}
