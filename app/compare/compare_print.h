#pragma once

#include "app/compare/cases/cases.h"

// Prints on stdout, in lines of up to 80 columns. Two pictures get all numbers and then the
// verdict, folders a line for each picture and then the sum.

void compare_print_pair(const struct compare_case *one);
void compare_print_case(const struct compare_case *one);
void compare_print_sum(const struct compare_cases *cases);
