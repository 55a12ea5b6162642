#pragma once

// Attributes that make compilers check more; empty where a compiler does not support them.

// Checks the arguments of a printf-like function against its format. `text` is the position of the
// format, `first` that of the first argument of it, both counted from 1.
#ifdef __GNUC__
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

// struct DESIGNATED s { ... }: an initialiser of s without field names is a warning, so that a new
// field cannot shift values into wrong fields.
#define DESIGNATED
#ifdef __has_attribute
#if __has_attribute(designated_init)
#undef DESIGNATED
#define DESIGNATED __attribute__((designated_init))
#endif
#endif
