#include "render/text/names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAX_WORD = 32, TOO_LONG = MAX_WORD + 1, MAX_SHOWN = 40 };

const char *names_of_array(const void *set, int i)
{
    return ((const char *const *) set)[i];
}

const char *names_of_structs(const void *set, int i)
{
    const char *const *const *all = set; // a pointer to a struct is one to its first field
    return all[i] ? *all[i] : NULL;
}

const char *names_of_rows(const void *rows, int i)
{
    const struct names_rows *of = rows;
    const unsigned char *first = (const void *) of->first;
    return *(const char *const *) (const void *) (first + (size_t) i * of->stride);
}

int names_find(const struct names *names, const char *word, size_t length)
{
    const char *name;
    for (int i = 0; (name = names->at(names->set, i)); i++)
        if (strlen(name) == length && memcmp(name, word, length) == 0)
            return i;
    return -1;
}

static bool same_letter(char a, char b)
{
    return tolower((unsigned char) a) == tolower((unsigned char) b);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

// Returns the number of letters to insert, delete, replace or swap with their neighbour (optimal
// string alignment).
static int distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int rows[3][MAX_WORD + 1];
    if (a_length > MAX_WORD || b_length > MAX_WORD)
        return TOO_LONG;
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

// Returns the only name that begins with the word; NULL if none or several do.
static const char *find_by_prefix(const struct names *names, const char *word, size_t length)
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

// Returns the longest name, of four letters or more, that is a beginning of the word.
static const char *find_prefix_of_word(const struct names *names, const char *word, size_t length)
{
    const char *found = NULL;
    const char *name;
    size_t most = 3;
    for (int i = 0; length <= MAX_WORD && (name = names->at(names->set, i)); i++) {
        const size_t own = strlen(name);
        if (own > most && own < length && strncmp(name, word, own) == 0) {
            found = name;
            most = own;
        }
    }
    return found;
}

const char *names_nearest(const struct names *names, const char *word, size_t length)
{
    const char *begun = find_by_prefix(names, word, length);
    if (begun)
        return begun;
    // The limit of the edit distance is smaller for short words, where two wrong letters make
    // another word.
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
    return best > limit ? find_prefix_of_word(names, word, length) : nearest;
}

int names_shown(size_t length)
{
    return length < MAX_SHOWN ? (int) length : MAX_SHOWN;
}

bool names_suggest(struct error *error, const struct names *names, const char *word, size_t length)
{
    const char *nearest = names_nearest(names, word, length);
    return nearest ? error_append(error, "; did you mean '%s'?", nearest) : false;
}

void names_list(struct error *error, const struct names *names)
{
    const char *name;
    for (int i = 0; (name = names->at(names->set, i)); i++)
        error_append(error, "%s%s", i ? ", " : "", name);
    if (!names->at(names->set, 0))
        error_append(error, "none");
}

bool names_append(struct error *error, const struct names *names, const char *word, size_t length)
{
    names_list(error, names);
    return names_suggest(error, names, word, length);
}

void names_join(const struct names *names, char *out, size_t size)
{
    size_t length = 0;
    const char *name;
    out[0] = '\0';
    for (int i = 0; (name = names->at(names->set, i)) && length < size; i++) {
        const bool is_last = !names->at(names->set, i + 1);
        const char *before = i == 0 ? "" : is_last ? " or " : ", ";
        length += (size_t) snprintf(out + length, size - length, "%s%s", before, name);
    }
}

bool names_refuse(struct error *error, const struct names *names, const char *word)
{
    char joined[256];
    const size_t length = strlen(word);
    names_join(names, joined, sizeof(joined));
    error_set(error, "'%.*s' must be %s", names_shown(length), word, joined);
    return names_suggest(error, names, word, length);
}
