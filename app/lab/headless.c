#include "app/lab/headless.h"

#include "app/lab/text/complain.h"
#include "render/context/gl_debug.h"
#include "render/text/log.h"

#include <stdlib.h>

int headless_try(struct headless *headless, const struct options *options, bool linear,
                 struct error *error)
{
    *headless = (struct headless){ 0 };
    if (!context_init(&headless->context, options->draw.gpu, options->draw.gl_debug, error))
        return options->draw.gpu >= 0 ? EXIT_USAGE : EXIT_MACHINE;
    if (options->draw.gl_debug)
        gl_debug_enable(true);
    struct context_info info;
    if (!context_query(&info, error))
        return EXIT_MACHINE;
    return lab_init(&headless->lab, options, linear, error) ? EXIT_SUCCESS : EXIT_USAGE;
}

int headless_open(struct headless *headless, const struct options *options, bool linear)
{
    struct error error;
    const int status = headless_try(headless, options, linear, &error);
    return status == EXIT_SUCCESS ? status : complain(status, &error);
}

void headless_close(struct headless *headless)
{
    if (headless->context.handle)
        lab_finish(&headless->lab);
    context_finish(&headless->context);
}
