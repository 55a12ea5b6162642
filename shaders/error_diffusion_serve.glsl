// What the strips of a group are served with, for error_diffusion.comp: errors from the band above, which line 0 takes,
// errors for the band below, and values.

// ---- borders: pairs of words, each not 0 once it is written

int border_at(int band, int column)
{
    return (band * (u_width + 4) + column) * LINES;
}

uvec2 pack(ivec3 error)
{
    uvec3 bits = uvec3(error + 65536);
    return uvec2(bits.r | bits.g << 17, bits.b | (bits.g >> 15) << 17);
}

ivec4 unpack(uvec2 words)
{
    return ivec4(words.x & 0x1ffffu, words.x >> 17 | (words.y >> 17) << 15, words.y & 0x1ffffu, 65536) - 65536;
}

// What the row above a band has, perhaps too early: 0 then. Without such a row, what says that there is no error.
struct Border {
    uvec2 lines[LINES];
    int at; // -1: there is none
};

Border begin_border(Place place)
{
    int column = place.step + row;
    bool is_there = place.band > 0 && place.band * ROWS < u_height && column < u_width + TAIL;
    Border border;
    border.at = is_there ? border_at(place.band - 1, column) : -1;
    for (int i = 0; i < LINES; i++)
        border.lines[i] = is_there ? b_borders[border.at + i] : pack(ivec3(0));
    return border;
}

bool is_whole(Border border)
{
    bool whole = true;
    for (int i = 0; i < LINES; i++)
        whole = whole && all(notEqual(border.lines[i], uvec2(0)));
    return whole;
}

// Looks until it is there, but not for ever, and not for a group that has given up itself.
void finish_border(Border border, int parity)
{
    int looks = 0, most = min(u_patience, PATIENCE);
    while (!is_whole(border) && looks < most) {
        looks++;
        for (int i = 0; i < LINES; i++)
            border.lines[i] = b_borders[border.at + i];
        if ((looks & 255) == 0) {
            if (b_fault != 0u)
                looks = most;
        }
    }
    if (!is_whole(border)) {
        atomicOr(b_fault, 1u);
        s_failed[parity] = true;
    }
    int to = parity * LINES_SIZE + row;
    s_lines[to] = unpack(border.lines[0]);
#ifdef TWO_ABOVE
    s_older_lines[to] = unpack(border.lines[1]);
#endif
}

// The last line of a chunk of a band's last strip.
void store_border(Place place, int parity)
{
    int column = column_at(place.step + row, 31);
    if ((place.band + 1) * ROWS >= u_height || column < 0 || column >= u_width + TAIL)
        return;
    int at = border_at(place.band, column), from = parity * LINES_SIZE + LAST_LINE * CHUNK + row;
    b_borders[at] = pack(s_lines[from].xyz);
#ifdef TWO_ABOVE
    b_borders[at + 1] = pack(s_older_lines[from].xyz);
#endif
}

#ifdef FED

// ---- values: each strip has a subgroup that fetches four chunks ahead, since memory answers that late

uvec2 fetched_0[CHUNK], fetched_1[CHUNK], fetched_2[CHUNK], fetched_3[CHUNK];

#define FETCH(FETCHED, BAND, NUMBER) \
    address = address_of(Place(BAND, (NUMBER) * CHUNK - served * DELAY), served); \
    for (int i = 0; i < CHUNK; i++) \
        FETCHED[i] = b_values[address + 32 * i];

#define PUT(FETCHED, PARITY) \
    for (int i = 0; i < CHUNK; i++) \
        s_values[PARITY][served * CHUNK + i][row] = prepare(FETCHED[i]);

void begin_values(int band)
{
    int address, served = strip - STRIPS;
    FETCH(fetched_0, band, 0)
    FETCH(fetched_1, band, 1)
    FETCH(fetched_2, band, 2)
    FETCH(fetched_3, band, 3)
    PUT(fetched_0, 0)
    FETCH(fetched_0, band, 4)
}

void serve_values(int band, int chunk)
{
    int address, served = strip - STRIPS, next = (chunk + 1) & 3;
    if (next == 0) {
        PUT(fetched_0, 0)
        FETCH(fetched_0, band, chunk + 5)
    } else if (next == 1) {
        PUT(fetched_1, 1)
        FETCH(fetched_1, band, chunk + 5)
    } else if (next == 2) {
        PUT(fetched_2, 0)
        FETCH(fetched_2, band, chunk + 5)
    } else {
        PUT(fetched_3, 1)
        FETCH(fetched_3, band, chunk + 5)
    }
}

#endif

// ---- all of it

Border awaited;
Place first, last, before; // of the first strip, whose border is awaited; of the last, now and in the chunk before

void begin_serving(int band)
{
#ifdef FED
    if (strip >= STRIPS && strip < 2 * STRIPS)
        begin_values(band);
#endif
    if (carries) {
        first = Place(band, 0);
        last = before = Place(band, -(STRIPS - 1) * DELAY);
        finish_border(begin_border(first), 0);
        first = next_chunk(first);
        awaited = begin_border(first);
    }
}

// While a chunk of this parity runs: what the next will take.
void serve(int band, int chunk, int parity)
{
#ifdef FED
    if (strip >= STRIPS && strip < 2 * STRIPS)
        serve_values(band, chunk);
#endif
    if (carries) {
        store_border(before, parity);
        before = last;
        last = next_chunk(last);
        finish_border(awaited, 1 - parity);
        first = next_chunk(first);
        awaited = begin_border(first);
    }
}
