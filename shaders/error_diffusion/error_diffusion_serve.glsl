// The invocations that serve the strips of a group of error_diffusion.comp: they load errors from the band above, for
// line 0, and store errors for the band below.

// ---- borders: pairs of words, each not 0 once it is written

int border_at(int of_band, int column)
{
    return (of_band * (u_width + 4) + column) * LINES;
}

const int SHIFTED = int(SHIFT_UP);

// An error is 0 to 2 FULL here, so that it has 17 bits even with 1 added.
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

// Polls until a border is written. After u_patience polls a group gives up; then it, and every group that learns of
// it, never waits again.
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

// Fills line 0 of a chunk from the row above the band. The first band has no such row, and its errors are 0.
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

// Stores the last line of a chunk of the band's last strip.
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

int first, last, before; // first steps of chunks: of the first strip, and of the last strip, now and before

void begin_serving()
{
    if (carries) {
        first = 0;
        last = before = -(STRIPS - 1) * DELAY;
        take_border(first, 0);
    }
}

// Loads the errors for the next chunk while the chunk of this parity runs.
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
