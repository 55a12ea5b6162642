#include "render/names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAX_WORD = 32, FAR_AWAY = MAX_WORD + 1, MAX_SHOWN = 40 };

const char *names_of_array(const void *set, int i)
{
    return ((const char *const *) set)[i];
}

static bool same_letter(char a, char b)
{
    return tolower((unsigned char) a) == tolower((unsigned char) b);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

// Letters to insert, delete, replace or swap with their neighbour (optimal string alignment).
static int distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int rows[3][MAX_WORD + 1];
    if (a_length > MAX_WORD || b_length > MAX_WORD)
        return FAR_AWAY;
    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = (int) j;
    for (size_t i = 1; i <= a_length; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i - 1) % 3];
        row[0] = (int) i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least(above[j], row[j - 1]) + 1;
            row[j] = least(row[j], above[j - 1] + !same_letter(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1]))
                row[j] = least(row[j], rows[(i - 2) % 3][j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

// The one name that begins with the word.
static const char *find_begun(const struct names *names, const char *word, size_t length)
{
    const char *found = NULL;
    const char *name;
    for (int i = 0; length > 2 && (name = names->at(names->set, i)); i++) {
        if (strncmp(name, word, length) != 0)
            continue;
        if (found)
            return NULL;
        found = name;
    }
    return found;
}

const char *names_nearest(const struct names *names, const char *word, size_t length)
{
    const char *begun = find_begun(names, word, length);
    if (begun)
        return begun;
    // In a short word two other letters make another word.
    const int limit = length < 2 ? 0 : length < 5 ? 1 : 2;
    int best = limit + 1;
    const char *nearest = NULL;
    const char *name;
    for (int i = 0; (name = names->at(names->set, i)); i++) {
        const int d = distance(word, length, name, strlen(name));
        if (d < best)
            nearest = name;
        else if (d == best)
            nearest = NULL;
        best = least(best, d);
    }
    return nearest;
}

int names_shown(size_t length)
{
    return length < MAX_SHOWN ? (int) length : MAX_SHOWN;
}

static void append(struct error *error, const char *before, const char *word, const char *after)
{
    const size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof(error->text) - used, "%s%s%s", before, word, after);
}

bool names_append(struct error *error, const struct names *names, const char *word, size_t length)
{
    const char *name;
    for (int i = 0; (name = names->at(names->set, i)); i++)
        append(error, i ? ", " : "", name, "");
    if (!names->at(names->set, 0))
        append(error, "none", "", "");
    const char *nearest = names_nearest(names, word, length);
    if (nearest)
        append(error, "; did you mean '", nearest, "'?");
    return false;
}
