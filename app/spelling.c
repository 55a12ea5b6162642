#include "app/spelling.h"

#include <string.h>

enum { MAX_LETTERS = 63 };

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

static int bounded_length(const char *word)
{
    const size_t length = strlen(word);
    return length < MAX_LETTERS ? (int) length : MAX_LETTERS;
}

// `rows` are the distances of the last two prefixes of `a` and the current one to each prefix of
// `b`.
static void fill_row(const char *a, int i, const char *b, int length, int rows[3][MAX_LETTERS + 1])
{
    int *row = rows[i % 3];
    const int *above = rows[(i + 2) % 3], *swapped = rows[(i + 1) % 3];
    row[0] = i;
    for (int j = 1; j <= length; j++) {
        const int change = above[j - 1] + (a[i - 1] != b[j - 1]);
        row[j] = min_int(change, min_int(above[j], row[j - 1]) + 1);
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = min_int(row[j], swapped[j - 2] + 1);
    }
}

int spelling_distance(const char *a, const char *b)
{
    const int a_length = bounded_length(a), b_length = bounded_length(b);
    int rows[3][MAX_LETTERS + 1] = { 0 };
    for (int j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (int i = 1; i <= a_length; i++)
        fill_row(a, i, b, b_length, rows);
    return rows[a_length % 3][b_length];
}

const char *spelling_nearest(const char *word, const char *const *names, size_t stride)
{
    const size_t length = strlen(word);
    const char *best = NULL;
    int best_distance = (int) length / 3 + 1;
    const char *const *name = names;
    for (; *name; name = (const char *const *) (const void *) ((const char *) name + stride)) {
        if (length > 1 && strncmp(*name, word, length) == 0)
            return *name;
        const int distance = spelling_distance(word, *name);
        if (distance < best_distance) {
            best_distance = distance;
            best = *name;
        }
    }
    return best;
}
