// At the distances 0, 1, ... RADIUS; both sides together 1. RADIUS may be larger than the kernel's, with weights of 0.
layout(location = 2) uniform float u_weights[RADIUS + 1];
