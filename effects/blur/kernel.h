#pragma once

struct effect_site;

// The weights of a Gaussian blur along one axis. Pure arithmetic.

// A program whose weights are constants or uniforms is compiled for a class of radii
// (kernel_class).
enum { KERNEL_MAX_RADIUS = 1125, KERNEL_MAX_CLASS = 288 };

// The weights are samples of exp(-x^2 / 2 s^2) at the centres of the texels, or its integrals over
// the texels.
enum kernel_weights { KERNEL_SAMPLES, KERNEL_ERF };

struct kernel_knobs {
    double sigma;  // px; below 1e-3: no blur
    double radius; // 0: ceil(reach * sigma), up to KERNEL_MAX_RADIUS, with s such that the cut
                   // kernel has the variance sigma^2. Otherwise s is sigma, and the cut narrows the
                   // blur; a fraction in it is the share by which the outermost texels count
    enum kernel_weights weights;
    double reach; // in sigmas, 2.5 or more: with less, no s gives the variance sigma^2
};

struct kernel {
    int radius;                           // 2 * radius + 1 taps
    float weights[KERNEL_MAX_RADIUS + 1]; // at the distances 0, 1, ...; 0 beyond the radius. The
                                          // sum over both sides is 1
};

void kernel_init(struct kernel *kernel, const struct kernel_knobs *knobs);

// Returns the kernel of a blur that has effect.kernel.
struct kernel kernel_of_site(const struct effect_site *site);

// Returns the standard deviation of the weights, in px.
double kernel_sigma(const struct kernel *kernel);

// A kernel as radius + 1 bilinear reads: each reads two neighbouring texels.
struct kernel_pairs {
    int count;                                 // reads on each side
    float centre;                              // weight of one more read in the middle; 0: there is
                                               // no such read
    float reads[KERNEL_MAX_RADIUS / 2 + 1][2]; // offset in px, weight
};

void kernel_pair(const struct kernel *kernel, struct kernel_pairs *pairs);

// Returns the smallest radius for which programs are compiled and that is at least `radius`, which
// is at most KERNEL_MAX_CLASS. Weights between the two radii are 0.
int kernel_class(int radius);
