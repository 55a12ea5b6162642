#include "app/window/snapshot.h"

#include "app/picture/capture_describe.h"
#include "app/window/written.h"
#include "render/file/file_path.h"

void snapshot_write(const struct stage *stage, struct workbench *workbench)
{
    char name[64];
    struct error error = {
        "halation_0001.png to halation_9999.png are there already; move them away"
    };
    struct image image;
    struct image_texts texts = { 0 };
    const struct side *side = stage_seen(stage);
    texture_read(&side->output, IMAGE_TYPE_U8, &image);
    capture_describe(&stage->lab, &side->chain, workbench->time, &texts);
    if (file_path_find_free("halation", ".png", name, sizeof(name)) &&
        image_write(&image, &texts, name, &error))
        written_say(workbench, name, "");
    else
        workbench_complain(workbench, &error);
    image_texts_finish(&texts);
    image_finish(&image);
}
