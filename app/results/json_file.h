#pragma once

#include "render/text/error.h"

#include <jansson.h>
#include <stdio.h>

// Shared by all files of results, and by pages that hold them: JSON, and verdicts as XML.

// Makes null of a number that is not finite: JSON has no NaN, and jansson turns an object that
// holds one into nothing at all.
json_t *json_file_number(double value);

// Makes a string of text that need not be UTF-8, such as a file's name; it is repaired, with a
// warning that calls it `what`. Never NULL.
json_t *json_file_text(const char *text, const char *what);

// Makes an object of members, "name:t depth:i time:o", or adds them to one. The letters are the
// kinds of the values: "n" a double, as json_file_number; "i" an int; "I" a json_int_t; "b" a bool;
// "t" a text, as json_file_text, or NULL, which becomes null; "e" the same, where "" becomes null;
// "o" a json_t, which is taken over. What is null is left out with "?" behind the letter.
json_t *json_file_object(const char *members, ...);
void json_file_add(json_t *object, const char *members, ...);

// Writes JSON with indentation. Returns false if that is not possible.
bool json_file_print(const void *json, FILE *out);

// Writes JSON as a block of a page of HTML, for the page's script to find by its id; whatever its
// texts are, they end neither the block nor the script. Releases `json`.
void json_file_print_block(json_t *json, const char *id, FILE *out);

// Writes bytes in base64 for a block of a page: S. Josefsson, RFC 4648, 2006, with padding.
void json_file_print_base64(const void *bytes, size_t size, FILE *out);

// ---- JUnit's XML, which systems of continuous integration read

struct junit_case {
    char of[96]; // its group, "impls.gaussian"; "": the command
    const char *name;
    enum {
        JUNIT_PASSED,
        JUNIT_FAILED,
        JUNIT_BROKEN,
        JUNIT_SKIPPED,
        JUNIT_STATES
    } state;            // broken: nothing could be found out
    double seconds;     // NaN: not measured
    char why[1024];     // of one that has not passed
    char details[1024]; // lines below that, such as the names of files; "": none
};

struct junit_suite {
    const char *command;   // "--audit": the suite is "halation --audit", its cases "halation.audit"
    const char *tolerance; // that the command has behind it; NULL: none
    const char *reference_by, *picture_by; // who drew the compared pictures; NULL: not printed
    const struct context_info *info;       // of the GPU that drew; NULL: not known
    double seconds;                        // that all took
    int count;
    struct junit_case *cases;
};

// Adds a case that has passed. The name is borrowed.
struct junit_case *junit_add(struct junit_suite *suite, const char *name, double seconds);

// Prints the suite, and frees its cases.
void junit_print(struct junit_suite *suite, FILE *out);
