#include "app/command/option_blurs.h"

#include "app/bench/tune/tune_wants.h"
#include "app/command/option_asked.h"
#include "app/command/option_reader.h"
#include "render/text/number.h"

#include <stdlib.h>
#include <string.h>

// Reads "4,16,40".
bool option_read_sigma(struct option_reader *reader, const char *value, struct error *error)
{
    struct options *options = reader->options;
    options->bench.sigma_count = 0;
    for (const char *at = value;; at++) {
        const size_t length = strcspn(at, ",");
        float sigma;
        if (number_parse(at, length, &sigma) != NUMBER_FINE || (double) sigma < TUNE_MIN_SIGMA ||
            (double) sigma > TUNE_MAX_SIGMA)
            return error_set(error, "'%s' must be widths from %g to %d px, such as 4,16,40", value,
                             TUNE_MIN_SIGMA, TUNE_MAX_SIGMA);
        for (int i = 0; i < options->bench.sigma_count; i++)
            if (options->bench.sigmas[i] == (double) sigma)
                return error_set(error, "'%s' has %g twice", value, (double) sigma);
        if (options->bench.sigma_count == OPTIONS_MAX_SIGMAS)
            return error_set(error, "'%s' has too many widths; there may be %d", value,
                             OPTIONS_MAX_SIGMAS);
        options->bench.sigmas[options->bench.sigma_count++] = (double) sigma;
        at += length;
        if (*at == '\0')
            return true;
    }
}

bool option_read_tune(struct option_reader *reader, const char *value, struct error *error)
{
    struct tune_wants wants;
    if (option_is_help(value)) {
        tune_wants_print_keys();
        exit(EXIT_SUCCESS);
    }
    reader->options->bench.tune = value;
    return tune_wants_parse(&wants, value, error) &&
           option_set_mode(reader, MODE_TUNE, "tune", error);
}

bool option_check_blurs(const struct option_reader *reader, struct error *error)
{
    const char *suite = reader->options->bench.suite;
    return !option_reader_has(reader, "sigma") || (suite && strcmp(suite, "blurs") == 0) ||
           error_set(error, "--sigma works only with --bench=blurs");
}
