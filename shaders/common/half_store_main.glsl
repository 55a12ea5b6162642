// Stands after a fragment shader: rounds what that has made.
#undef main

void main()
{
    make_out_color();
    out_color = to_half_store(out_color);
}
