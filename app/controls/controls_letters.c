#include "app/controls/controls_letters.h"

// Per cent; each may be told from the one before.
static const int sizes[] = {
    CONTROLS_LEAST_LETTERS, 60, 70, 80, 90, 100, 110, 125, 150, 175, 200, 250, CONTROLS_MOST_LETTERS
};

enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

static void take_size(struct workbench *workbench, int size)
{
    if (size == workbench->letters)
        workbench_say(workbench, "letters are at their %s size, %d %%",
                      size == CONTROLS_LEAST_LETTERS  ? "smallest"
                      : size == CONTROLS_MOST_LETTERS ? "largest"
                                                      : "first",
                      size);
    else
        workbench_say(workbench, "letters at %d %%", size);
    workbench->letters = size;
}

void controls_larger(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    int i = 0;
    while (i < SIZES - 1 && sizes[i] <= workbench->letters)
        i++;
    take_size(workbench, sizes[i]);
}

void controls_smaller(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    int i = SIZES - 1;
    while (i > 0 && sizes[i] >= workbench->letters)
        i--;
    take_size(workbench, sizes[i]);
}

void controls_first_size(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    take_size(workbench, 100);
}
