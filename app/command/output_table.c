#include "app/audit/audit.h"
#include "app/command/kernel.h"
#include "app/command/option.h"
#include "app/compare/compare.h"
#include "app/identify/identify.h"
#include "app/picture/capture_view.h"
#include "app/results/document.h"
#include "app/results/json_file.h"
#include "render/image/image.h"

static bool check_pattern(const char *path, struct error *error)
{
    char name[FRAME_NAME_SIZE];
    return frame_name(path, 0, name, sizeof(name), error) && image_check_path(name, error);
}

enum {
    TIMED = IN_BENCH | IN_TUNE,
    COMPARED = IN_COMPARE | IN_VERIFY,
};

const struct output_row output_table[] = {
    { "%", OUTPUT_SEQUENCE, IN_SEQUENCE, "frames, frame_%04d.png or .exr, .hdr, .pfm",
      MODE_SEQUENCE, .check = check_pattern },
    { ".y4m", OUTPUT_SEQUENCE, IN_SEQUENCE, "frames as one film, 8 bit 4:4:4 BT.709", MODE_SEQUENCE,
      .is_default = true },
    { ".png", OUTPUT_SEQUENCE, IN_SEQUENCE, "frames one after the other, with --output-format png",
      MODE_SEQUENCE, .is_for_stream = true },
    { ".png", OUTPUT_PICTURE, IN_SCREENSHOT, "the picture as displayed", MODE_SCREENSHOT,
      .is_default = true, .check = image_check_path },
    { ".exr", OUTPUT_PICTURE, IN_SCREENSHOT, "its light", MODE_SCREENSHOT },
    { ".hdr", OUTPUT_PICTURE, IN_SCREENSHOT, "its light, RGBE", MODE_SCREENSHOT },
    { ".pfm", OUTPUT_PICTURE, IN_SCREENSHOT, "its light, 32-bit floats", MODE_SCREENSHOT },
    { ".gpl", OUTPUT_PALETTE, IN_SCREENSHOT,
      "the palette of its last step that has one, for GIMP and others", MODE_SCREENSHOT },
    { ".png", OUTPUT_PICTURE, IN_SHEET, "the sheet", .is_default = true },
    { ".json", OUTPUT_JSON, TIMED, "all numbers", .print = json_file_print },
    { ".csv", OUTPUT_CSV, TIMED, "a line for each number", .print = document_print_csv },
    { ".html", OUTPUT_PAGE, TIMED, "a page with charts", .print = document_print_page },
    { ".png", OUTPUT_PICTURE, IN_BENCH, "the blooms of --bench=bloom side by side" },
    { ".html", OUTPUT_PAGE, IN_REPORT, "the page", .is_default = true,
      .print = document_print_pages },
    { ".json", OUTPUT_JSON, IN_AUDIT, "all numbers", .print = audit_print_json },
    { ".xml", OUTPUT_JUNIT, IN_AUDIT, "a test case for each audit, as CI systems read it",
      .print = audit_print_junit },
    { ".png", OUTPUT_PICTURE, IN_COMPARE, "a map of where two pictures differ",
      .write = compare_write_maps },
    { "/", OUTPUT_FOLDER, COMPARED, "the maps of many pictures, each that fails",
      .write = compare_write_maps },
    { ".html", OUTPUT_PAGE, COMPARED, "a page to look at the pictures and their differences",
      .print = compare_print_page },
    { ".xml", OUTPUT_JUNIT, COMPARED, "a test case for each picture, as CI systems read it",
      .print = compare_print_junit },
    { ".json", OUTPUT_JSON, COMPARED, "all numbers", .print = compare_print_json },
    { ".png", OUTPUT_PICTURE, IN_IDENTIFY, "the test pattern", .is_default = true,
      .check = image_check_path },
    { ".json", OUTPUT_JSON, IN_IDENTIFY, "all numbers", .print = identify_print_json },
    { ".png", OUTPUT_PICTURE, IN_EXPLAIN, "the scene before and after, and what each pass writes" },
    { ".glsl", OUTPUT_TEXT, IN_PRINT, "of --print kernel", .print = kernel_print_glsl },
    { ".c", OUTPUT_TEXT, IN_PRINT, "of --print kernel", .print = kernel_print_c },
    { ".h", OUTPUT_TEXT, IN_PRINT, "of --print kernel", .print = kernel_print_c },
    { ".json", OUTPUT_JSON, IN_PRINT, "of --print kernel", .print = kernel_print_json },
    { 0 },
};
