#include "app/text/shell.h"
#include "app/window/controls/controls.h"
#include "render/text/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name_edited(const struct ui_state *ui)
{
    static const char *const names[] = { ", side A", ", side B" };
    return ui->has_other ? names[ui->side] : "";
}

// ---- what can be opened

static void list_choice(struct ui_state *ui)
{
    chain_choice_list(&ui->choice, ".");
    ui->choice_lists++;
}

void controls_presets(struct ui_state *ui)
{
    ui_toggle_dialog(ui, DIALOG_PRESETS);
    if (ui->dialog != DIALOG_PRESETS)
        return;
    list_choice(ui);
    if (ui->preset >= 0)
        ui->chosen = ui->preset;
    if (ui->chosen >= chain_choice_count(&ui->choice))
        ui->chosen = 0;
}

void controls_open(struct ui_state *ui)
{
    struct chain chain;
    struct chain_place place;
    struct error error;
    const int chosen = ui->chosen, preset = chain_choice_preset(chosen);
    if (ui->dialog != DIALOG_PRESETS) {
        ui_message(ui, "Ctrl+O shows first what can be opened");
        return;
    }
    if (!chain_choice_read(&ui->choice, chosen, &chain, &place, &error)) {
        ui_error_at(ui, &error, &place);
        return;
    }
    const char *name = chain_choice_name(&ui->choice, chosen);
    ui_set_chain(ui, &chain, preset, preset < 0 ? name : NULL);
    ui->dialog = DIALOG_NONE;
    ui_message(ui, "opened %s%s", preset < 0 ? "" : "the preset ", name);
}

bool controls_choose(struct ui_state *ui, int key)
{
    const int columns = ui->choice_columns > 0 ? ui->choice_columns : 1;
    const int last = chain_choice_count(&ui->choice) - 1;
    int chosen = ui->chosen;
    if (ui->dialog != DIALOG_PRESETS)
        return false;
    switch (key) {
    case WINDOW_KEY_ENTER:
        controls_open(ui);
        return true;
    case WINDOW_KEY_LEFT:
        chosen--;
        break;
    case WINDOW_KEY_RIGHT:
        chosen++;
        break;
    case WINDOW_KEY_UP:
        chosen -= columns;
        break;
    case WINDOW_KEY_DOWN:
        chosen += columns;
        break;
    case WINDOW_KEY_HOME:
        chosen = 0;
        break;
    case WINDOW_KEY_END:
        chosen = last;
        break;
    default:
        return false;
    }
    if (chosen >= 0 && chosen <= last)
        ui->chosen = chosen;
    return true;
}

// ---- files

void controls_save(struct ui_state *ui)
{
    char path[UI_PATH_SIZE];
    struct error error;
    if (ui->dialog == DIALOG_SOURCE) {
        ui_request(ui, UI_SAVE_SOURCE);
        return;
    }
    if (!chain_file_find(ui->files[0], path, sizeof(path), &error) ||
        !chain_file_write(&ui->chain, path, &error)) {
        ui_error(ui, &error);
        return;
    }
    ui_set_file(ui, path);
    if (ui->dialog == DIALOG_PRESETS)
        list_choice(ui);
    ui_message_written(ui, path, name_edited(ui));
}

// ---- what is pasted

enum { MAX_WORDS = 256 };

static const char blanks[] = " \t\r\n";

// Returns the command line after a prompt and the program's name; NULL: the text is not a command
// line.
static const char *find_command(const char *text)
{
    static const char program[] = "halation";
    const size_t length = strlen(program);
    if (text[0] == '$')
        text += 1 + strspn(text + 1, blanks);
    const size_t word = strcspn(text, blanks);
    const bool is_named = word >= length && memcmp(text + word - length, program, length) == 0 &&
                          (word == length || text[word - length - 1] == '/');
    return is_named ? text + word : NULL;
}

// Returns the value of --chain, in this word or the next one; NULL: the word is another option.
static const char *chain_value(const char *word, const char *next)
{
    static const char name[] = "--chain";
    const size_t length = strlen(name);
    if (strcmp(word, name) == 0 || strcmp(word, "-c") == 0)
        return next;
    if (strncmp(word, name, length) == 0 && word[length] == '=')
        return word + length + 1;
    if (word[0] == '-' && word[1] == 'c')
        return word + 2 + (word[2] == '=');
    return NULL;
}

static bool read_chain(struct paste *paste, const char *text, struct chain_place *place,
                       struct error *error)
{
    const char *name;
    if (paste->count == PASTE_MAX_CHAINS)
        return error_set(error, "the command line has more than %d chains, and there are two sides",
                         PASTE_MAX_CHAINS);
    if (!preset_read_chain(&paste->chains[paste->count], text, &name, place, error))
        return false;
    paste->preset = name && text[0] != '@' ? preset_find(name) : -1;
    paste->count++;
    return true;
}

static bool read_command(struct paste *paste, const char *text, struct chain_place *place,
                         struct error *error)
{
    const char *words[MAX_WORDS];
    char *copy = memory_grow(NULL, strlen(text) + 1, 1);
    const int count = shell_split(text, copy, words, MAX_WORDS);
    bool good = count >= 0 || error_set(error,
                                        "the command line has a quote without an end, "
                                        "or more than %d words",
                                        MAX_WORDS);
    for (int i = 0; good && i < count; i++) {
        const char *next = i + 1 < count ? words[i + 1] : NULL;
        const char *value = chain_value(words[i], next);
        good = !value || read_chain(paste, value, place, error);
        paste->has_more = paste->has_more || !value;
        i += value && value == next;
    }
    if (good && paste->count == 0)
        good = error_set(error, "the command line has no --chain");
    free(copy);
    return good;
}

// Copies the text without blanks around it. If it begins like quoted mail, replaces each '>' before
// a line, so that columns stay the same.
static char *copy_text(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]))
        length--;
    char *copy = memory_grow(NULL, length + 1, 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    const bool is_quoted = text[strspn(text, blanks)] == '>';
    bool begins = true;
    for (char *at = copy; *at && is_quoted; at++) {
        if (begins && *at == '>')
            *at = ' ';
        begins = *at == '\n' || (begins && strchr(blanks, *at));
    }
    return copy;
}

bool paste_read(struct paste *paste, const char *text, struct chain_place *place,
                struct error *error)
{
    struct chain_place ignored;
    *paste = (struct paste){ .preset = -1 };
    place = place ? place : &ignored;
    *place = (struct chain_place){ 0 };
    if (!text[strspn(text, blanks)])
        return error_set(error, "there is no text to paste: copy a chain first");
    if (strlen(text) > PASTE_MAX_BYTES)
        return error_set(error, "what was copied is longer than %d KiB, and no chain",
                         PASTE_MAX_BYTES / 1024);
    char *copy = copy_text(text);
    const char *begin = copy + strspn(copy, blanks), *command = find_command(begin);
    const bool good = command ? read_command(paste, command, place, error)
                              : read_chain(paste, begin, place, error);
    free(copy);
    return good;
}

// ---- the clipboard

void controls_copy(struct ui_state *ui)
{
    char text[CHAIN_TEXT_SIZE];
    const struct input_clipboard *clipboard = &ui->clipboard;
    if (!clipboard->set)
        return;
    chain_print(&ui->chain, text, sizeof(text));
    if (ui->chain.count == 0)
        snprintf(text, sizeof(text), "%s", "# no steps"); // a comment, which can be pasted
    clipboard->set(clipboard->data, text);
    ui_message(ui, "copied%s: %s", name_edited(ui), text);
}

// Undo restores the old chain.
void controls_paste(struct ui_state *ui)
{
    const struct input_clipboard *clipboard = &ui->clipboard;
    const char *text = clipboard->get ? clipboard->get(clipboard->data) : NULL;
    struct paste paste;
    struct chain_place place;
    struct error error;
    if (!paste_read(&paste, text ? text : "", &place, &error)) {
        error_prefix(&error, "pasted text: ");
        message_show_error_at(&ui->message, error.text, &place);
        return;
    }
    if (paste.count == 2) {
        ui_set_chain(ui, &paste.chains[1], -1, NULL);
        ui->other = paste.chains[0];
        ui->files[1][0] = '\0';
        ui->has_other = true;
        ui->side = 1; // the last one is edited, as on the command line
        if (ui->view.mode == PRESENT_ONE)
            ui->view.mode = PRESENT_SPLIT;
        ui_message(ui, "pasted the chains of A and B");
        return;
    }
    ui_set_chain(ui, &paste.chains[0], paste.preset, NULL);
    ui_message(ui, "pasted a chain of %d step%s%s%s", paste.chains[0].count,
               paste.chains[0].count == 1 ? "" : "s", name_edited(ui),
               paste.has_more ? "; of the command line only that" : "");
}
