#include "effects/chain.h"
#include "render/scene/scene.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

// Any text is either a chain that survives being printed, or an error of one line with a place that
// lies in the text. The same text is tried as a scene.

static void check_chain(const char *text)
{
    struct chain chain, back;
    struct error error = { "" };
    size_t at = SIZE_MAX;
    char printed[CHAIN_TEXT_SIZE];
    if (!chain_parse(&chain, text, &at, &error)) {
        require_line(error.text, "");
        require(at <= strlen(text), "a place behind the text");
        return;
    }
    require(chain_print(&chain, printed, sizeof(printed)) < CHAIN_TEXT_SIZE, "a very long chain");
    require(chain_parse(&back, printed, NULL, &error), "a printed chain is an error");
    require(chain_equal(&chain, &back), "a printed chain reads as another");
}

static void check_scene(const char *text)
{
    struct scene_choice choice;
    struct error error = { "" };
    char printed[1024];
    if (!scene_parse(&choice, text, &error)) {
        require_line(error.text, "");
        return;
    }
    require(scene_print(&choice, printed, sizeof(printed)) < (int) sizeof(printed),
            "a very long scene");
    require(scene_parse(&choice, printed, &error), "a printed scene is an error");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    check_chain(text);
    check_scene(text);
    free(text);
    return 0;
}
