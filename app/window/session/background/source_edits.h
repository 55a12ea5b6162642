#pragma once

#include "app/window/state/ui_state.h"
#include "render/shader_source.h"

// Texts of shaders that are typed in the window. They are read instead of their files, so reading
// the shaders again makes them run. A text whose frame takes too long, for example because it has
// an endless loop, is given up for the last one that was drawn in time. As long as a text is not
// saved, the last one that was read is in a file of the user's state folder, so it is not lost with
// a driver that ends the program.

enum { SOURCE_EDITS_MOST = 16 };

struct source_edits { // zeroed: none
    int count;
    struct source_edit {
        char file[UI_SOURCE_FILE_SIZE];
        char *typed;         // owned, as are the others
        char *drawn;         // the last one that was drawn in time; NULL: the file's
        char *saved;         // of the file when it was last read or written
        bool is_user_shader; // runs when it is saved, since the window reads it then
        bool is_new;         // `typed` was not drawn yet
        bool is_bad;         // `typed` does not compile, or takes too long
    } all[SOURCE_EDITS_MOST];
    struct shader_edit read[SOURCE_EDITS_MOST + 1]; // what shader_source reads
    bool had_slow_frame;                            // the last frame with a new text was slow
    struct error error;                             // of the last text; "": none
};

void source_edits_finish(struct source_edits *edits);

// Takes the text of the ui_state if it has not been changed for a moment. Sets ui->source.unsaved.
// Returns true if the shaders must be read again.
bool source_edits_take(struct source_edits *edits, struct ui_state *ui);

// Returns true if a text was not drawn yet.
bool source_edits_are_new(const struct source_edits *edits);

// Reports that the shaders with the new texts do not compile.
void source_edits_fail(struct source_edits *edits, const struct error *error);

// To be called after a frame with new texts, whose GL calls took `seconds`: waits for it. A frame
// whose calls were slow is drawn once more, since the driver may have compiled in it. Returns true
// if a frame takes too long, so that the shaders must be read again.
bool source_edits_check_frame(struct source_edits *edits, double seconds);

// Prints that a file with a typed text was changed on disk, if one was.
void source_edits_show_changed(const struct source_edits *edits, struct ui_state *ui);

// Writes the text of the ui_state to its path in the shader folder, or without one in the folder
// halation_shaders. If another text is there, asks first.
void source_edits_save(struct source_edits *edits, struct ui_state *ui);

// Returns to the text of the file, but asks first if the typed one is not saved. Returns true if
// the shaders must be read again.
bool source_edits_reset(struct source_edits *edits, struct ui_state *ui);

// Returns the text that was typed for a file; NULL: none.
const char *source_edits_text(const struct source_edits *edits, const char *file);

// Prints where the text is that was not saved when a window ended, if there is one. Texts of
// windows that still run are theirs.
void source_edits_show_lost(struct ui_state *ui);

// Forgets the text that this window would lose.
void source_edits_forget_lost(void);
