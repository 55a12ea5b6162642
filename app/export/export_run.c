#include "app/export/export_run.h"

#include "app/export/export_folder.h"
static bool is_page(const char *path)
{
    struct error error;
    return output_file_check_ending(path, ".html", &error);
}

// Other files, by their ending.
static const struct kind {
    const char *ending;
    int (*write)(struct lab *lab, const char *path, struct error *error); // the exit status
} kinds[] = {
    { ".hook", export_hook_write },
    { ".glsl", export_hook_write },
};

static const struct kind *find_kind(const char *path)
{
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        const size_t ending = strlen(kinds[i].ending);
        if (length > ending && strcmp(path + length - ending, kinds[i].ending) == 0)
            return &kinds[i];
    }
    return NULL;
}

bool export_check(const char *path, struct error *error)
{
    return is_stdout(path) || (is_page(path) || find_kind(path) ? output_file_check(path, error)
                                                                : export_folder_check(path, error));
}

int export_lab(struct lab *lab, double time, const char *path, struct error *error)
{
    struct exported exported;
    if (find_kind(path))
        return find_kind(path)->write(lab, path, error);
    if (!exported_make(&exported, &lab->gpu, &lab->side.chain, &lab->plan_options, error))
        return EXIT_USAGE;
    const bool done = is_stdout(path) ? print_for_reader(&exported, error)
                                      : export_folder_write(&exported, lab, time, path, error);
    if (done && !is_stdout(path) && !exported.has_any_size)
        log_note("%s is made for pictures of %dx%d to %dx%d, so the export is, too",
                 exported.fixed_by, exported.least[0], exported.least[1], exported.most[0],
                 exported.most[1]);
    exported_finish(&exported);
    return done ? EXIT_SUCCESS : EXIT_MACHINE;
}

int export_run(const struct draw_wish *draw, const char *path)
{
    struct headless headless;
    struct error error;
    int status = headless_try(&headless, draw, false, &error);
    if (status == EXIT_SUCCESS)
        status = is_page(path) ? export_page_run(&headless.lab, draw, path, &error)
                               : export_lab(&headless.lab, draw->time, path, &error);
    headless_close(&headless);
    if (status != EXIT_SUCCESS)
        return complain(status, &error);
    if (!is_stdout(path))
        complain_written(path, "");
    return status;
}
