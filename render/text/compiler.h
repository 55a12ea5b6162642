#pragma once

// Checks for compilers that support them.

// The arguments of a printf-like function fit its format; `text` and `first` count arguments
// from 1.
#ifdef __GNUC__
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

// Initialisers of the struct name its fields, so that a new field shifts no value into another.
#define DESIGNATED
#ifdef __has_attribute
#if __has_attribute(designated_init)
#undef DESIGNATED
#define DESIGNATED __attribute__((designated_init))
#endif
#endif
