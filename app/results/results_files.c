#include "app/results/results_files.h"

#include "app/lab/text/complain.h"
#include "app/results/document_write.h"
#include "render/text/log.h"

#include <stdlib.h>

int results_files_write(const struct results_wish *results, const json_t *document)
{
    struct error error;
    int status = EXIT_SUCCESS;
    for (int i = 0; i < OPTIONS_MAX_RESULTS && status == EXIT_SUCCESS; i++) {
        const char *path = results->files[i];
        if (path && !complain_if_unwritten(document_write(document, path, &error), path, &error))
            status = EXIT_MACHINE;
    }
    return status;
}
