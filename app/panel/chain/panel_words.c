#include "app/panel/chain/panel_words.h"

#include <stdio.h>
#include <string.h>

static struct {
    const struct param *param; // NULL: none
    const void *values;
    char text[PARAM_TEXT_SIZE];
    char value[PARAM_TEXT_SIZE]; // what the text became; once it is refused, what is there instead
    bool is_refused;
} entered;

static const char *value_now(const struct param *param, const void *values)
{
    return (const char *) values + param->offset;
}

void panel_words_entered(const struct param *param, const void *values, const char *text,
                         bool is_text)
{
    entered.param = param;
    entered.values = values;
    entered.is_refused = !is_text;
    snprintf(entered.text, sizeof(entered.text), "%s", text);
    snprintf(entered.value, sizeof(entered.value), "%s", value_now(param, values));
}

const char *panel_words_refused(const struct param *param, const void *values)
{
    const bool is_it = entered.param == param && entered.values == values;
    return is_it && entered.is_refused ? entered.text : NULL;
}

static bool has_row(const struct param *table, const struct param *row)
{
    for (; table && table->key; table++)
        if (table == row)
            return true;
    return false;
}

static bool is_row_there(const struct chain *chain, const struct scene_choice *scene)
{
    for (int i = 0; i < chain->count; i++)
        if (entered.values == chain->steps[i].params &&
            has_row(chain->steps[i].effect->params, entered.param))
            return true;
    return entered.values == scene->params && has_row(scene->scene->params, entered.param);
}

bool panel_words_follow(const struct chain *chain, const struct scene_choice *scene)
{
    if (!entered.param || !is_row_there(chain, scene)) {
        entered.param = NULL;
        return false;
    }
    const char *value = value_now(entered.param, entered.values);
    const bool is_same = strcmp(value, entered.value) == 0;
    if (is_same != entered.is_refused) { // it was taken, or what is there instead has changed
        entered.param = NULL;
        return false;
    }
    entered.is_refused = true;
    snprintf(entered.value, sizeof(entered.value), "%s", value);
    return true;
}
