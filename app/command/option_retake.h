#pragma once

#include "app/command/option_row.h"

// Sets what the picture of --from-screenshot says and the command line does not. Says on stderr
// what it cannot repeat. False with the reason where the picture cannot be followed.
bool option_retake(struct option_reader *reader, struct error *error);
