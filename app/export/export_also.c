#include "app/export/export_also.h"

#include "app/export/export_folder.h"
#include "render/file/file_path.h"
#include "render/text/log.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// Options of spirv-cross for each language.
static const struct language {
    const char *name, *options[3];
} languages[] = {
    { "hlsl", { "--hlsl", "--shader-model", "50" } },
    { "msl", { "--msl" } },
    { "es310", { "--es", "--version", "310" } },
};

enum { LANGUAGES = sizeof(languages) / sizeof(languages[0]), SAID_SIZE = 512 };

static const struct language *find_language(const char *name, size_t length)
{
    for (int i = 0; i < LANGUAGES; i++)
        if (strlen(languages[i].name) == length && strncmp(languages[i].name, name, length) == 0)
            return &languages[i];
    return NULL;
}

// The name at `at`, and behind it where the next begins; NULL at the end.
static const char *next_name(const char *at, size_t *length)
{
    *length = strcspn(at, ",");
    return at[*length] ? at + *length + 1 : NULL;
}

bool export_also_check(const char *names, struct error *error)
{
    size_t length;
    for (const char *at = names, *next; at; at = next) {
        next = next_name(at, &length);
        if (!find_language(at, length))
            return error_set(error, "no language '%.*s'; there is hlsl, msl, es310", (int) length,
                             at);
    }
    return true;
}

// ---- other programs

// Runs a program to its end, with what it says on both streams, cut to the room. Returns its exit
// status, 127 where it is not installed.
static int run_program(const char *const arguments[], char said[SAID_SIZE])
{
    posix_spawn_file_actions_t actions;
    size_t length = 0;
    ssize_t got = 0;
    pid_t process;
    int ends[2], status = 0;
    char more[SAID_SIZE];
    said[0] = '\0';
    if (pipe(ends) != 0)
        return 127;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    const bool runs = posix_spawnp(&process, arguments[0], &actions, NULL,
                                   (char *const *) arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    while (runs && ((got = read(ends[0], more, sizeof(more))) > 0 || (got < 0 && errno == EINTR))) {
        const size_t taken = got > 0 && length + (size_t) got < SAID_SIZE ? (size_t) got : 0;
        memcpy(said + length, more, taken);
        length += taken;
        said[length] = '\0';
    }
    close(ends[0]);
    while (runs && waitpid(process, &status, 0) < 0 && errno == EINTR)
        ;
    return runs && WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

bool export_also_can(struct error *error)
{
    static const char *const requested[][3] = { { "glslangValidator", "--version" },
                                                { "spirv-cross", "--help" } };
    char said[SAID_SIZE];
    for (int i = 0; i < 2; i++)
        if (run_program(requested[i], said) == 127)
            return error_set(error,
                             "--export-also needs %s; on Debian: apt-get install "
                             "glslang-tools spirv-cross",
                             requested[i][0]);
    return true;
}

// The line that says what is wrong: the one with "error", or the last that is not empty.
static void find_complaint(const char *said, char line[SAID_SIZE])
{
    snprintf(line, SAID_SIZE, "it says nothing");
    for (const char *at = said; *at; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n')) {
        const int length = (int) strcspn(at, "\n");
        if (length > 0)
            snprintf(line, SAID_SIZE, "%.*s", length, at);
        if (strstr(line, "rror"))
            return;
    }
}

static bool run(const char *const arguments[], const char *makes, const char *verb)
{
    char said[SAID_SIZE], line[SAID_SIZE];
    if (run_program(arguments, said) == 0)
        return true;
    find_complaint(said, line);
    log_note("%s is not %s: %s: %s", makes, verb, arguments[0], line);
    return false;
}

static bool translate(const char *words, const char *spirv, const char *shader, const char *folder)
{
    size_t length;
    bool done = true;
    for (const char *at = words, *next; at; at = next) {
        next = next_name(at, &length);
        const struct language *language = find_language(at, length);
        const char *const *options = language->options;
        char name[EXPORT_FILE_SIZE + 8];
        snprintf(name, sizeof(name), "%s.%s", shader, language->name);
        char *path = file_path_join(folder, name);
        const char *const arguments[] = { "spirv-cross", spirv,      "--output", path,
                                          options[0],    options[1], options[2], NULL };
        done &= run(arguments, name, "written");
        free(path);
    }
    return done;
}

bool export_also_write(const struct exported *exported, const char *folder, const char *words,
                       struct error *error)
{
    char name[EXPORT_FILE_SIZE] = "chain.vert";
    char *spirv = file_path_join(folder, ".spv");
    int failed = 0;
    for (int i = -1; i < exported->shader_count; i++) {
        if (i >= 0)
            export_shader_name(exported, i, name);
        char *path = file_path_join(folder, name);
        const char *const arguments[] = { "glslangValidator", "-G", "-o", spirv, path, NULL };
        failed += !run(arguments, name, "translated") || !translate(words, spirv, name, folder);
        free(path);
    }
    unlink(spirv);
    free(spirv);
    return failed == 0 || error_set(error,
                                    "--export-also: %d of the shaders could not be "
                                    "translated; the rest of %s is whole",
                                    failed, folder);
}
