// One box along columns, straight from the buffer: running sums over stretches that begin in the middle and go both
// ways, since then half as many beginnings have to be summed up. What neighbouring threads put out goes through shared
// memory, so that 16 store texels of one row and 16 of the next: images keep pairs of rows together.

const int TURN = 8; // texels that are read at once, even
const int WIDTH = 64;

layout(local_size_x = 64) in;

layout(location = 0) uniform vec2 u_size; // of the picture
layout(location = 1) uniform int u_radius;
layout(location = 2) uniform float u_end;   // weight of the texels beyond the radius
layout(location = 3) uniform float u_scale; // 1 / the sum of the weights, in units of the output
layout(location = 4) uniform int u_stretch; // texels of an invocation, even

shared Packed turns[2][TURN][WIDTH];

int column;

struct Walk {
    int at, step; // next texel, 1 or -1
    vec4 sum;     // of the texels up to the radius
    vec4 last;    // the one beyond them that was left behind
};

vec4 texel(int at)
{
    return unpack(read(at, column, ivec2(u_size)));
}

vec4 sum_around(int at)
{
    const int turn = 16;
    vec4 sum = texel(at);
    int i = 1;
    for (; i + turn - 1 <= u_radius; i += turn) {
        Packed texels[2 * turn];
        for (int k = 0; k < turn; k++) {
            texels[2 * k] = read(at - i - k, column, ivec2(u_size));
            texels[2 * k + 1] = read(at + i + k, column, ivec2(u_size));
        }
        for (int k = 0; k < 2 * turn; k++)
            sum += unpack(texels[k]);
    }
    for (; i <= u_radius; i++)
        sum += texel(at - i) + texel(at + i);
    return sum;
}

void read_turn(Walk walk, out Packed gained[TURN], out Packed lost[TURN])
{
    ivec2 size = ivec2(u_size);
    int ahead = walk.at + walk.step * (u_radius + 1), behind = walk.at - walk.step * u_radius, reach = u_radius + TURN;
    if (walk.at >= reach && walk.at + reach < size.y) { // far from the border places differ by constants
        for (int i = 0; i < TURN; i++) {
            gained[i] = load((ahead + walk.step * i) * size.x + column);
            lost[i] = load((behind + walk.step * i) * size.x + column);
        }
    } else {
        for (int i = 0; i < TURN; i++) {
            gained[i] = read(ahead + walk.step * i, column, size);
            lost[i] = read(behind + walk.step * i, column, size);
        }
    }
}

// `turns` holds rows from the top, whichever way they come.
void put_turn(int side, inout Walk walk, Packed gained[TURN], Packed lost[TURN])
{
    for (int i = 0; i < TURN; i++) {
        vec4 gains = unpack(gained[i]), loses = unpack(lost[i]), color = walk.sum;
#if HAS_END
        color += u_end * (walk.last + gains);
        walk.last = loses;
#endif
        turns[side][side == 0 ? i : TURN - 1 - i][gl_LocalInvocationIndex] = pack(color * u_scale);
        walk.sum += gains - loses;
    }
    walk.at += walk.step * TURN;
}

void store_turn(int side, int top, int begin, int stop)
{
    int thread = int(gl_LocalInvocationIndex), left = int(gl_WorkGroupID.x) * WIDTH;
    for (int i = 0; i < TURN; i++) {
        ivec2 from = ivec2(thread / 32 * 16 + thread % 16 + i % 2 * (WIDTH / 2), i / 2 * 2 + thread / 16 % 2);
        int at = top + from.y;
        if (at >= begin && at < stop)
            write(at, left + from.x, ivec2(u_size), turns[side][from.y][from.x]);
    }
}

void main()
{
    column = min(int(gl_GlobalInvocationID.x), int(u_size.x) - 1);
    int begin = int(gl_WorkGroupID.y) * u_stretch, stop = min(begin + u_stretch, int(u_size.y));
    int middle = (begin + stop) / 4 * 2;
    Walk forth = Walk(middle, 1, sum_around(middle), texel(middle - u_radius - 1));
    vec4 last = texel(middle + u_radius);
    Walk back = Walk(middle - 1, -1, forth.sum + forth.last - last, last);
    while (forth.at < stop || back.at >= begin) {
        Packed gained[TURN], lost[TURN], gained_back[TURN], lost_back[TURN];
        read_turn(forth, gained, lost);
        read_turn(back, gained_back, lost_back);
        put_turn(0, forth, gained, lost);
        put_turn(1, back, gained_back, lost_back);
        barrier();
        store_turn(0, forth.at - TURN, begin, stop);
        store_turn(1, back.at + 1, begin, stop);
        barrier();
    }
}
