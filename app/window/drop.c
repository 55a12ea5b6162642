#include "app/window/drop.h"

#include "app/picture/retake.h"

#include <string.h>

void drop_take(struct workbench *workbench, const char *path)
{
    struct retake retake;
    struct error error;
    const char *slash = strrchr(path, '/');
    if (retake_read(&retake, path, &error)) {
        workbench->chain = retake.chain;
        workbench->scene = retake.scene;
        workbench->time = retake.time;
        workbench->preset = -1;
        workbench->step = workbench->param = 0;
        workbench_say(workbench, "as in %s", slash ? slash + 1 : path);
    } else {
        workbench_complain(workbench, &error);
    }
    retake_finish(&retake);
}
