#pragma once

#include <jansson.h>
#include <stdio.h>

// Writes documents as one page of HTML that needs no network: assets/report.html with the numbers
// and Chart.js in it. `documents` is an array of { file, document }; of several the page compares
// runs of the same id, a column for each machine. Releases `documents`.
void document_page_print(json_t *documents, FILE *out);
