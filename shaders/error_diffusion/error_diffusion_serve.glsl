// What the strips of a group are served with, for error_diffusion.comp: errors from the band above, which line 0 takes,
// and errors for the band below.

// ---- borders: pairs of words, each not 0 once it is written

int border_at(int of_band, int column)
{
    return (of_band * (u_width + 4) + column) * LINES;
}

const int SHIFTED = int(SHIFT_UP);

// An error is 0 to 2 FULL here, and so 17 bits even with 1 added.
uvec2 pack(vec3 error)
{
    uvec3 bits = uvec3(floatBitsToInt(error + intBitsToFloat(SHIFTED)) - (SHIFTED - 1));
    return uvec2(bits.r | bits.g << 17, bits.b | (bits.g >> 15) << 17);
}

vec4 unpack(uvec2 words)
{
    ivec3 bits = ivec3(words.x & 0x1ffffu, words.x >> 17 | (words.y >> 17) << 15, words.y & 0x1ffffu) + (SHIFTED - 1);
    return vec4(intBitsToFloat(bits) - intBitsToFloat(SHIFTED), 0);
}

int patience = min(u_patience, PATIENCE);

// Looks until a border is there, but not for ever: who has waited in vain, or hears of another who has, never waits
// again.
void look_for_border(int at, inout uvec2 lines[LINES])
{
    bool is_whole = false;
    for (int looks = 0; !is_whole && looks < patience; looks++) {
        is_whole = true;
        for (int i = 0; i < LINES; i++) {
            lines[i] = b_borders[at + i];
            is_whole = is_whole && all(notEqual(lines[i], uvec2(0)));
        }
        if ((looks & 255) == 255) {
            if (b_fault != 0u)
                looks = patience;
        }
    }
    if (!is_whole) {
        atomicOr(b_fault, 1u);
        patience = 0;
    }
}

// Line 0 of a chunk, from the row above a band. Without such a row there is no error.
void take_border(int step, int parity)
{
    int column = step + row, to = parity * LINES_SIZE + row;
    uvec2 lines[LINES];
    for (int i = 0; i < LINES; i++)
        lines[i] = pack(vec3(NO_ERROR));
    if (band > 0 && column < u_width + TAIL)
        look_for_border(border_at(band - 1, column), lines);
    s_lines[to] = unpack(lines[0]);
#ifdef TWO_ABOVE
    s_older_lines[to] = unpack(lines[1]);
#endif
}

// The last line of a chunk of a band's last strip.
void store_border(int step, int parity)
{
    int column = column_at(step + row, STRIP - 1);
    if ((band + 1) * ROWS >= u_height || column < 0 || column >= u_width + TAIL)
        return;
    int at = border_at(band, column), from = parity * LINES_SIZE + LAST_LINE * CHUNK + row;
    b_borders[at] = pack(s_lines[from].xyz);
#ifdef TWO_ABOVE
    b_borders[at + 1] = pack(s_older_lines[from].xyz);
#endif
}

// ---- chunks

int first, last, before; // steps at which chunks begin: of the first strip, and of the last, now and before

void begin_serving()
{
    if (carries) {
        first = 0;
        last = before = -(STRIPS - 1) * DELAY;
        take_border(first, 0);
    }
}

// Fetches, while a chunk of this parity runs, what the next will take.
void serve(int parity)
{
    if (carries) {
        store_border(before, parity);
        before = last;
        last += CHUNK;
        first += CHUNK;
        take_border(first, 1 - parity);
    }
}
