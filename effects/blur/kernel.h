#pragma once

// The weights of a Gaussian blur along one axis. Pure arithmetic.

// A program with the weights written out, or as uniforms, has those of a class of radii.
enum { KERNEL_MAX_RADIUS = 1125, KERNEL_MAX_CLASS = 288 };

// Samples of exp(-x^2 / 2 s^2) at the texels' centres, or its integrals over the texels.
enum kernel_weights { KERNEL_SAMPLES, KERNEL_ERF };

struct kernel_knobs {
    double sigma;  // px; below 1e-3: no blur
    double radius; // 0: ceil(reach * sigma), up to KERNEL_MAX_RADIUS, with s such that the cut
                   // kernel has the variance sigma^2. Otherwise s is sigma, and the cut narrows the
                   // blur; a fraction in it is the share by which the outermost texels count
    enum kernel_weights weights;
    double reach; // in sigmas, 2.5 or more: of less no curve is wide enough
};

struct kernel {
    int radius;                           // 2 * radius + 1 taps
    float weights[KERNEL_MAX_RADIUS + 1]; // at the distances 0, 1, ...; 0 beyond the radius. Both
                                          // sides together give 1
};

void kernel_init(struct kernel *kernel, const struct kernel_knobs *knobs);

// The standard deviation of the weights as they are, in px.
double kernel_sigma(const struct kernel *kernel);

// The same kernel in radius + 1 bilinear reads: neighbours share one, between them.
struct kernel_pairs {
    int count;                                 // reads on each side
    float centre;                              // weight of one more read in the middle; 0: none
    float reads[KERNEL_MAX_RADIUS / 2 + 1][2]; // offset in px, weight
};

void kernel_pair(const struct kernel *kernel, struct kernel_pairs *pairs);

// The smallest radius that programs are compiled for and that holds the kernel; weights between the
// two radii are 0. The radius is at most KERNEL_MAX_CLASS.
int kernel_class(int radius);
