// Runs a fuzz target without a fuzzer: over every file of the folders named, each whole, cut short
// at many places, and with single bytes changed. The changes are the same on every run.

#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 1 << 16, MAX_CHANGES = 256 };

// A copy of exactly `size` bytes, so that the address sanitizer sees a read past the end.
static void run(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        abort();
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static void run_changed(uint8_t *data, size_t size)
{
    const size_t step = size / MAX_CHANGES + 1;
    for (size_t at = 0; at < size; at += step) {
        static const uint8_t masks[] = { 0x01, 0x80, 0xff };
        const uint8_t mask = masks[at / step % sizeof(masks)];
        run(data, at);
        data[at] ^= mask;
        run(data, size);
        data[at] ^= mask;
    }
}

static void run_file(const char *path)
{
    static uint8_t data[MAX_SIZE];
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    const size_t size = fread(data, 1, sizeof(data), file);
    fclose(file);
    run(data, size);
    run_changed(data, size);
}

static int run_folder(const char *path)
{
    int count = 0;
    DIR *folder = opendir(path);
    if (!folder) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    for (struct dirent *entry; (entry = readdir(folder));) {
        char file[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(file, sizeof(file), "%s/%s", path, entry->d_name);
        run_file(file);
        count++;
    }
    closedir(folder);
    return count;
}

int main(int argc, char *argv[])
{
    int count = 0;
    for (int i = 1; i < argc; i++)
        count += run_folder(argv[i]);
    printf("%d files\n", count);
    return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
