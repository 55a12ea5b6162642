#include "app/export/export_data.h"
#include "tests/fixtures/cmocka.h"

// ---- forms

// Fits a form to the values of pictures whose other side is 1280 or 720.
static bool fit(int (*value)(int side), bool is_width, struct form *form)
{
    static const int sides[] = { 1280, 1281, 1282, 641, 1535, 1536, 1537, 3071, 6144 };
    struct form_example examples[18];
    for (int i = 0; i < 9; i++) {
        examples[2 * i] = (struct form_example){ sides[i], 720, value(is_width ? sides[i] : 720) };
        examples[2 * i + 1] =
            (struct form_example){ 1280, sides[i], value(is_width ? 1280 : sides[i]) };
    }
    return form_fit(form, examples, 18);
}

static int level(int side)
{
    return ((side + 1) / 2 + 1) / 2;
}

static int cells(int side)
{
    return (side + 15) / 16 + 3;
}

static int rows(int side)
{
    return (side + 31) / 32 * 32 + 56;
}

static int square(int side)
{
    return side * side;
}

// A side that was halved twice is a quarter rounded up; groups and some more, and what is rounded
// up to whole steps, follow the height.
TEST(a_number_that_depends_on_a_side_has_a_form)
{
    static const struct {
        int (*value)(int side);
        bool is_width;
        const char *printed;
    } cases[] = {
        { level, true, "(w + 3) / 4" },
        { cells, false, "(h + 15) / 16 + 3" },
        { rows, false, "32 * ((h + 31) / 32 + 1) + 24" },
    };
    for (int i = 0; i < 3; i++) {
        struct form form;
        struct text_writer code = { 0 };
        assert_true(fit(cases[i].value, cases[i].is_width, &form));
        form_print(&code, &form, "w", "h");
        assert_string_equal(code.text, cases[i].printed);
        free(code.text);
        for (int side = 1; side < 5000; side++)
            assert_int_equal(form_at(&form, side, side), cases[i].value(side));
    }
}

TEST(what_no_form_explains_is_refused)
{
    struct form form;
    assert_false(fit(square, true, &form));
}

// ---- shaders

static void assert_becomes(const char *text, bool is_c, const char *expected)
{
    struct glsl glsl;
    glsl_init(&glsl, text, NULL);
    glsl.is_c = is_c;
    if (!is_c)
        glsl_prepare(&glsl);
    glsl_prune(&glsl, "main make run");
    char *printed = glsl_print(&glsl);
    assert_string_equal(printed, expected);
    free(printed);
    glsl_finish(&glsl);
}

TEST(conditions_of_the_preprocessor_are_decided)
{
    assert_becomes("#define A 2\n#define B\n#if A + 1 == 3 && defined(B) && !defined C\n"
                   "int x() { return A; }\n#elif A\nint y;\n#else\n#error\n#endif\n"
                   "void main() { int z = x(); }\n",
                   false, "#define A 2\nint x() { return A; }\nvoid main() { int z = x(); }\n");
    assert_becomes(
        "#if 14 == 2 + 3 * 4 && 0 > -1 && 4 == 7 - 2 - 1 && 5 == (6 ^ 3) && 3 == (1 | 6 & 3)\n"
        "void main() { int right; }\n#else\nvoid main() { int wrong; }\n#endif\n",
        false, "void main() { int right; }\n");
}

TEST(names_with_another_meaning_are_put_where_they_are_used)
{
    assert_becomes("#define store(i, v) store(i, rounded(v))\n#define Packed uvec2\n"
                   "#define main make\nPacked rounded(Packed v) { return v + v; }\n"
                   "void main() { store(0, Packed(1, (2))); }\n#undef main\n"
                   "void main() { make(); }\n",
                   false,
                   "uvec2 rounded(uvec2 v) { return v + v; }\n"
                   "void make() { store(0, rounded(uvec2(1, (2)))); }\n"
                   "void main() { make(); }\n");
}

TEST(a_name_that_a_macro_has_may_get_its_meaning_later)
{
    assert_becomes("#define SUM(x) (x + WIDTH)\n#define WIDTH TILE\n#define TILE 8\n"
                   "void main() { int y = SUM(1); }\n",
                   false,
                   "#define SUM(x) (x + TILE)\n#define TILE 8\nvoid main() { int y = SUM(1); }\n");
}

TEST(the_comment_behind_a_directive_goes_with_it)
{
    assert_becomes("#define A 1 // stays\n#define main make // goes\n#if A // goes\n"
                   "void main() { x; } // stays\n#endif // goes\nint x = A; // stays\n",
                   false,
                   "#define A 1 // stays\nvoid make() { x; } // stays\nint x = A; // stays\n");
    assert_becomes("#define A 1\n#undef A\nvoid main() { x; }\n", false, "void main() { x; }\n");
}

TEST(only_the_curve_that_is_chosen_stays)
{
    assert_becomes("#define CURVE 18\nfloat one(float x) { return x; }\n"
                   "float two(float x) { return 2.0 * x; }\n"
                   "void main()\n{\n    float x = 1.0;\n"
                   "#if CURVE >> 4 == 0 || CURVE % 4 == 1\n    x = one(x);\n"
                   "#elif (CURVE & 2) != 0 && CURVE <= 18\n    x = two(x);\n#endif\n"
                   "#if CURVE << 1 > 36 || CURVE / 4 != 4 || CURVE < 18\n    x = one(x);\n"
                   "#endif\n}\n",
                   false,
                   "float two(float x) { return 2.0 * x; }\n"
                   "void main()\n{\n    float x = 1.0;\n    x = two(x);\n}\n");
}

// In C a member has a name of its own, calls may have lists in braces, and enumerators are items.
TEST(functions_of_c_keep_what_they_call)
{
    assert_becomes(
        "\nenum { FIRST, LAST = 3 };\nenum { NEAR, FAR };\nstatic const float share = 1;\n"
        "struct pair { int a, b; };\nint sum(const struct pair *p, int n);\n"
        "int other(void) { return 1; }\n"
        "int sum(const struct pair *p, int n) { return p->share + FAR; }\n"
        "int run(void) { return sum(&(struct pair){ .share = 1, LAST }, 2); }\n",
        true,
        "enum { FIRST, LAST = 3 };\nenum { NEAR, FAR };\n"
        "struct pair { int a, b; };\nint sum(const struct pair *p, int n);\n"
        "int sum(const struct pair *p, int n) { return p->share + FAR; }\n"
        "int run(void) { return sum(&(struct pair){ .share = 1, LAST }, 2); }\n");
}
