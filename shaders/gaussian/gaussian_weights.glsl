// The weights at the distances 0, 1, ... RADIUS; their sum over both sides is 1. RADIUS may be larger than the
// kernel's radius; the further weights are 0.
uniform float u_weights[RADIUS + 1];
