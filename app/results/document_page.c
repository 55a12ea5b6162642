#include "app/results/document_page.h"

#include "app/results/json_file.h"
#include "render/file/embedded.h"

#include <assert.h>
#include <string.h>

// Where the page has its numbers, and the library that draws them.
static const char numbers_place[] = "<!-- what was measured -->\n";
static const char library_place[] = "<!-- Chart.js -->\n";

// Prints the page up to a place of it. Returns what follows.
static const char *print_until(const char *page, const char *place, FILE *out)
{
    const char *found = strstr(page, place);
    assert(found);
    fwrite(page, 1, (size_t) (found - page), out);
    return found + strlen(place);
}

void document_page_print(json_t *documents, FILE *out)
{
    const struct embedded_file *page = embedded_find("assets/report.html");
    const struct embedded_file *library = embedded_find("assets/chart.js");
    assert(page && library);
    const char *rest = print_until(page->text, library_place, out);
    fputs("<script>", out);
    fwrite(library->text, 1, library->size, out);
    fputs("</script>\n", out);
    rest = print_until(rest, numbers_place, out);
    json_file_print_block(documents, "documents", out);
    fputs(rest, out);
}
