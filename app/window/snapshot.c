#include "app/window/snapshot.h"

#include "app/picture/capture_describe.h"

#include <stdio.h>
#include <unistd.h>

static bool find_free_name(char *name, size_t size)
{
    for (int i = 1; i < 10000; i++) {
        snprintf(name, size, "halation_%04d.png", i);
        if (access(name, F_OK) != 0)
            return true;
    }
    return false;
}

// Says the whole path: who looks at the window does not see where the program was started.
static void say_where(struct workbench *workbench, const char *name)
{
    char folder[MESSAGE_SIZE - 128];
    const bool is_known = getcwd(folder, sizeof(folder)) != NULL;
    workbench_say(workbench, "wrote %s%s%s", is_known ? folder : "", is_known ? "/" : "", name);
    puts(name);
    fflush(stdout);
}

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
    if (find_free_name(name, sizeof(name)) && image_write(&image, &texts, name, &error))
        say_where(workbench, name);
    else
        workbench_complain(workbench, &error);
    image_texts_finish(&texts);
    image_finish(&image);
}
