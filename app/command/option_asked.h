#pragma once

#include "app/command/option_row.h"

// Read the values of options that say what is asked of the program: `read` of rows of the table.
// Each fails with what would have been right. The first that chooses a mode keeps it.

bool option_read_screenshot(struct option_reader *reader, const char *value, struct error *error);
bool option_read_output(struct option_reader *reader, const char *value, struct error *error);
bool option_read_sheet(struct option_reader *reader, const char *value, struct error *error);
bool option_read_bench(struct option_reader *reader, const char *value, struct error *error);
bool option_read_report(struct option_reader *reader, char *all[], int count, struct error *error);
bool option_read_audit(struct option_reader *reader, const char *value, struct error *error);
bool option_read_limit(struct option_reader *reader, const char *value, struct error *error);
bool option_read_compare(struct option_reader *reader, const char *const operands[],
                         struct error *error);
bool option_read_tolerance(struct option_reader *reader, const char *value, struct error *error);
bool option_read_record(struct option_reader *reader, const char *value, struct error *error);
bool option_read_verify(struct option_reader *reader, const char *value, struct error *error);
bool option_read_accept(struct option_reader *reader, const char *value, struct error *error);
bool option_read_list(struct option_reader *reader, const char *value, struct error *error);
bool option_read_print(struct option_reader *reader, const char *value, struct error *error);
bool option_read_results(struct option_reader *reader, const char *value, struct error *error);
bool option_read_help(struct option_reader *reader, const char *value, struct error *error);
bool option_read_version(struct option_reader *reader, const char *value, struct error *error);

// Chooses the mode. False where another option has chosen one.
bool option_set_mode(struct option_reader *reader, enum mode mode, const char *option,
                     struct error *error);

// Whether the value asks for a list of the values there are.
bool option_is_help(const char *value);
