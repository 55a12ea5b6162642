#include "app/window/state/message.h"

#include "render/text/clock.h"

#include <stdio.h>
#include <string.h>

// Seconds; a longer text takes longer to read.
static const double notice = 2, error_text = 8, letter = 0.03;

static void copy(char to[MESSAGE_SIZE], const char *from)
{
    snprintf(to, MESSAGE_SIZE, "%s", from);
}

void message_show(struct message *message, const char *words)
{
    copy(message->words, words);
    message->is_error = false;
    message->place = (struct chain_place){ 0 };
    message->until = clock_seconds() + notice + letter * (double) strlen(words);
}

void message_linger(struct message *message)
{
    message->until += error_text - notice;
}

void message_show_error(struct message *message, const char *words)
{
    message_show(message, words);
    message_linger(message);
    copy(message->error_text, words);
    message->is_error = true;
}

void message_show_error_at(struct message *message, const char *words,
                           const struct chain_place *place)
{
    message_show_error(message, words);
    message->place = *place;
}

void message_hide_error(struct message *message, const char *words)
{
    if (message->is_error && strcmp(message->words, words) == 0)
        message->until = 0;
}

void message_persist(struct message *message, enum message_cause cause)
{
    if (!message->wrong[cause][0])
        copy(message->wrong[cause], message->error_text);
}

void message_resolve(struct message *message, enum message_cause cause)
{
    message_hide_error(message, message->wrong[cause]);
    message->wrong[cause][0] = '\0';
}

void message_set_progress(struct message *message, enum message_work work, const char *words)
{
    copy(message->progress[work], words);
}

const char *message_shown(const struct message *message, bool *is_error)
{
    *is_error = false;
    for (int i = 0; i < MESSAGE_KINDS_OF_WORK; i++)
        if (message->progress[i][0])
            return message->progress[i];
    if (clock_seconds() < message->until) {
        *is_error = message->is_error;
        return message->words;
    }
    *is_error = true;
    for (int i = 0; i < MESSAGE_CAUSES; i++)
        if (message->wrong[i][0])
            return message->wrong[i];
    return NULL;
}

const struct chain_place *message_place(const struct message *message)
{
    bool is_error;
    const bool is_shown = message_shown(message, &is_error) == message->words;
    return is_shown && message->place.line[0] ? &message->place : NULL;
}
