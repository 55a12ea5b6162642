#pragma once

// Checks of compilers that know how.

// Of the arguments of a printf-like function.
#ifdef __GNUC__
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

// Of a struct: that initialisers name its fields, so that none gets the value of another when there
// is one more.
#define DESIGNATED
#ifdef __has_attribute
#if __has_attribute(designated_init)
#undef DESIGNATED
#define DESIGNATED __attribute__((designated_init))
#endif
#endif
