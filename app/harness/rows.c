// Settings that the tables of parameters do not reach: widths at which levels, blocks and batches
// begin, sizes that these do not divide, and pictures that are difficult for some implementations.
#define LOG_MODULE "audit"
#include "app/harness/harness.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <string.h>

enum { FLOATS = 1 << FORMAT_RGBA32F, HALVES = 1 << FORMAT_RGBA16F, BYTES = 1 << FORMAT_RGBA8 };
enum { SMALL_FLOATS = 1 << FORMAT_R11F_G11F_B10F, LONGEST = 16384 }; // the limit of GL 4.3
struct rows {
    const char *const *texts; // of one step; a text with `impl` is only drawn with that
    const int (*sizes)[2];
    unsigned formats; // bit n: enum texture_format n; 0: RGBA32F
    enum harness_picture picture;
    int frame, depth;          // depth 0: 8
    bool is_even, as_hardware; // as in struct harness_setting
};

#define TEXTS(...) \
    .texts = (const char *const[]) \
    { \
        __VA_ARGS__, NULL \
    }
#define SIZES(...) \
    .sizes = (const int[][2]) \
    { \
        __VA_ARGS__, \
        { \
            0 \
        } \
    }

// Levels with odd and even heights and widths, and some with several workgroups.
#define SIZES_OF_BLURS \
    SIZES({ 129, 67 }, { 61, 127 }, { 250, 230 }, { 3, 200 }, { 1, 1 }, { 640, 360 })

// In these blurs every tap lies on a quarter or a half of a texel.
#define EVEN_BLURS \
    TEXTS("box:radius=1", "box:radius=127:edge=zero", \
          "gaussian:sigma=4:radius=6.5:weights=erf:edge=mirror", \
          "gaussian:sigma=5:radius=11:edge=mirror", "gaussian:sigma=8:edge=zero", \
          "gaussian:sigma=40:edge=mirror", "gaussian:sigma=5.3:reach=3", "dual:levels=4:offset=1", \
          "dual:levels=9:offset=1", "kawase:passes=9:scale=full:factor=1", \
          "kawase:passes=5:scale=quarter:factor=1", "kawase:passes=9:scale=eighth:factor=1", \
          "pyramid:sigma=250:levels=4", "pyramid:sigma=250:levels=3:kernel=gauss5")

// These have half faded levels, a smoothed deepest level, levels that keep light, and each border.
#define OTHER_BLURS \
    TEXTS("box:sigma=0.3:iterations=3", "box:sigma=9.7:iterations=2:edge=mirror", \
          "box:sigma=110:iterations=3", "dual:sigma=1", "dual:sigma=2.5", "dual:sigma=16", \
          "dual:sigma=5:offset=1.4:taps=source", "dual:sigma=2:scatter=0.6", \
          "dual:sigma=7:scatter=0.7", "dual:sigma=40:scatter=0.6", \
          "dual:sigma=10:scatter=0.8:offset=1.3", "dual:sigma=3.3:edge=mirror", \
          "dual:sigma=16:edge=mirror", "dual:sigma=3.3:edge=zero", "dual:sigma=16:edge=zero", \
          "dual:sigma=5.4", "dual:sigma=11", "dual:sigma=11:edge=zero", \
          "dual:sigma=42:edge=mirror", "dual:sigma=1.2:scatter=0.95:edge=zero", \
          "dual:sigma=2.5:scatter=0.95:edge=mirror", "dual:sigma=3:scatter=0.6", \
          "dual:sigma=6:scatter=0.6:edge=mirror", "dual:levels=5:offset=1:scatter=0.6:edge=zero", \
          "dual:levels=7:offset=1:scatter=0.7:edge=mirror", "dual:sigma=48:scatter=0.7:edge=zero", \
          "dual:sigma=100:scatter=0.5", "kawase:sigma=2.7", "kawase:sigma=16", "kawase:sigma=30", \
          "kawase:sigma=6:edge=mirror", "kawase:sigma=12.3:edge=zero", \
          "kawase:passes=9:scale=full:factor=1.25:edge=mirror", \
          "kawase:passes=9:scale=half:factor=1.25:edge=zero", \
          "kawase:passes=9:scale=half:factor=0.8:edge=mirror", \
          "kawase:passes=2:scale=quarter:factor=0.9:edge=zero", "mips:sigma=7", \
          "mips:level=4:edge=mirror", "mips:level=2.5:edge=zero", "pyramid:sigma=1", \
          "pyramid:sigma=1.5", "pyramid:sigma=12", "pyramid:sigma=15", "pyramid:sigma=16", \
          "pyramid:sigma=12:scatter=0.7", "pyramid:sigma=9:kernel=gauss5:scatter=0.8", \
          "pyramid:sigma=30:scatter=0.6", "pyramid:sigma=64:edge=mirror", \
          "pyramid:sigma=110:edge=zero:scatter=0.9", "pyramid:sigma=200", \
          "pyramid:sigma=6:edge=mirror", "pyramid:sigma=6:edge=zero", \
          "pyramid:sigma=7.5:edge=mirror", "pyramid:sigma=6:edge=zero:kernel=gauss5", \
          "pyramid:sigma=5:scatter=0.95:edge=mirror", "pyramid:sigma=12:scatter=0.6:edge=zero", \
          "pyramid:sigma=40:scatter=0.6:edge=mirror", "pyramid:sigma=4:karis=partial", \
          "pyramid:sigma=4:karis=partial:kernel=gauss5")

// One of each kind of blur that all of its implementations support.
#define USUAL_BLURS \
    TEXTS("box:radius=9", "gaussian:sigma=1.1", "gaussian:sigma=4.5", "dual:sigma=16", \
          "kawase:sigma=16", "mips:level=2.5", "pyramid:sigma=12")

#define DITHERS \
    TEXTS("dither", "dither:matrix=bayer4:bits=2:strength=0.5", \
          "dither:matrix=bayer16:bits=3:animate=on", "dither:matrix=bayer8:bits=4:space=linear", \
          "dither:matrix=blue_noise:bits=1:animate=on", "dither:matrix=ign:bits=5:animate=on", \
          "dither:matrix=white:bits=2:animate=on", \
          "dither:matrix=triangular:bits=8:space=linear:animate=on", \
          "dither:palette=grey4:space=linear:strength=3", \
          "dither:palette=gameboy:distance=lab:strength=0.4:matrix=bayer4", \
          "dither:palette=pico8:distance=lab", "dither:palette=cga:distance=luma:matrix=bayer16", \
          "dither:palette=c64:distance=oklab:space=linear:matrix=triangular:strength=1.5", \
          "dither:matrix=blue_noise:palette=bw:cell=2:animate=on", \
          "dither:matrix=ign:bits=1:cell=5", "dither:matrix=halftone:bits=2:cell=2:animate=on", \
          "dither:matrix=white:bits=4:cell=512")

#define KERNELS \
    TEXTS("error_diffusion:palette=gameboy", "error_diffusion:palette=gameboy:kernel=jarvis", \
          "error_diffusion:palette=gameboy:kernel=stucki", \
          "error_diffusion:palette=gameboy:kernel=false_fs", \
          "error_diffusion:palette=gameboy:kernel=burkes", \
          "error_diffusion:palette=gameboy:kernel=sierra", \
          "error_diffusion:palette=gameboy:kernel=sierra2", \
          "error_diffusion:palette=gameboy:kernel=sierra_lite", \
          "error_diffusion:palette=gameboy:kernel=atkinson")

static const struct rows all[] = {
    { EVEN_BLURS, SIZES_OF_BLURS, .is_even = true },
    { EVEN_BLURS, SIZES({ 129, 67 }), .formats = HALVES | BYTES, .is_even = true },
    { OTHER_BLURS, SIZES_OF_BLURS },
    { OTHER_BLURS, SIZES({ 129, 67 }), .formats = HALVES | BYTES },
    { USUAL_BLURS, SIZES({ 129, 67 }), .formats = HALVES, .picture = HARNESS_FLAT },
    { USUAL_BLURS, SIZES({ 129, 67 }), .formats = HALVES, .picture = HARNESS_ENDS },
    // These have the longest running sums that are not restarted.
    { TEXTS("box:sigma=104:iterations=2"), SIZES({ 640, 360 }) },
    // Segments, batches, strips, tiles and workgroups do not divide these sizes.
    { TEXTS("box:radius=30:impl=cs_tiled", "box:radius=30:impl=cs_segmented",
            "box:radius=30:batch=8:impl=cs_running"),
      SIZES({ 331, 181 }) },
    { TEXTS("gaussian:sigma=8:edge=zero:impl=cs_blocked"), SIZES({ 200, 61 }),
      .formats = FLOATS | BYTES },
    { TEXTS("gaussian:sigma=2:line=5:edge=mirror:impl=cs_shared"), SIZES({ 61, 23 }) },
    { TEXTS("box:sigma=3.3:edge=mirror:impl=cs_fused", "box:sigma=3.3:edge=mirror:impl=cs_tiled",
            "box:sigma=9.7:iterations=2:edge=mirror:impl=cs_tiled",
            "box:sigma=30:iterations=2:impl=cs_tiled"),
      SIZES({ 221, 131 }), .formats = HALVES },
    // These compute segments of both directions at once, and several texels at once.
    { TEXTS("box:radius=16:impl=cs_segmented", "box:sigma=3.3:edge=mirror:impl=cs_segmented",
            "box:sigma=9.7:iterations=2:edge=mirror:impl=cs_segmented"),
      SIZES({ 5, 900 }, { 600, 5 }), .as_hardware = true },
    // 1080 texels leave a remainder after batches of 32, and none after batches of 24.
    { TEXTS("box:radius=30:batch=32:impl=cs_running", "box:radius=30:batch=24:impl=cs_running",
            "box:radius=30:impl=cs_scan"),
      SIZES({ 1080, 5 }, { 5, 1080 }) },
    { TEXTS("box:sigma=250:edge=mirror:impl=cs_fft", "box:sigma=250:iterations=3:impl=cs_fft",
            "box:sigma=249.7:iterations=2:edge=zero:impl=cs_fft"),
      SIZES({ 61, 200 }) },
    { TEXTS("gaussian:sigma=1.1:impl=cs_blocked", "gaussian:sigma=1.1:impl=fs_separable",
            "gaussian:sigma=1.1:impl=cs_fused", "dual:impl=cs_blocked",
            "pyramid:sigma=9:scatter=0.85:impl=cs_blocked"),
      SIZES({ 487, 271 }) },
    // The longest pictures, and the longest loops, just below the limit of software renderers.
    { TEXTS("gaussian:radius=126", "box:radius=41:iterations=3", "box:radius=125"), SIZES({ 9, 5 }),
      .picture = HARNESS_FLAT },
    { TEXTS("box:sigma=0.3:iterations=3", "box:radius=1:iterations=3", "dual:sigma=4",
            "pyramid:sigma=4"),
      SIZES({ LONGEST, 1 }, { 1, LONGEST }), .picture = HARNESS_FLAT },
    // Only cs_fft has the taps of Gaussians this wide.
    { TEXTS("gaussian:sigma=250:error=0:impl=cs_fft", "gaussian:sigma=66:edge=mirror:impl=cs_fft",
            "gaussian:sigma=250:error=0:edge=zero:impl=cs_fft"),
      SIZES({ 70, 45 }) },
    // A kernel wider than the picture reaches over the border and back again.
    { TEXTS("convolve:kernel=streak:size=150:angle=30:falloff=1",
            "convolve:kernel=streak:size=150:angle=30:falloff=1:edge=mirror",
            "convolve:kernel=streak:size=150:angle=30:falloff=1:edge=zero",
            "convolve:kernel=polygon:blades=5:size=9",
            "convolve:kernel=polygon:blades=5:size=9:edge=mirror",
            "convolve:kernel=polygon:blades=5:size=9:edge=zero"),
      SIZES({ 1, 1 }, { 75, 30 }, { 130, 65 }) },
    { TEXTS("convolve:size=9"), SIZES({ 130, 65 }), .formats = HALVES | BYTES | SMALL_FLOATS },
    // Line lengths with each radix; the longest are exchanged between threads float by float.
    { TEXTS("convolve:size=4.9"),
      SIZES({ 40, 2 }, { 72, 2 }, { 139, 2 }, { 280, 2 }, { 570, 2 }, { 763, 2 }, { 8187, 2 }) },
    // GPUs read columns side by side, whose numbers are exchanged line by line, exchange others in
    // parts, and leave gaps between banks.
    { TEXTS("convolve:size=4.9"), SIZES({ 40, 60 }, { 139, 2200 }, { 2200, 5 }, { 5, 3000 }),
      .as_hardware = true },
    // Opaque pictures have three channels, and lines in pairs, of which the last may have one.
    { TEXTS("gaussian:sigma=1.1:impl=cs_fft", "gaussian:sigma=5:edge=mirror:impl=cs_fft",
            "box:radius=9:edge=zero:impl=cs_fft"),
      SIZES({ 1, 1 }, { 61, 127 }, { 130, 65 }), .picture = HARNESS_SMOOTH },
    { TEXTS("gaussian:sigma=1.1:impl=cs_fft"), SIZES({ 139, 2200 }, { 5, 3000 }),
      .picture = HARNESS_SMOOTH, .as_hardware = true },
    // GPUs store halves between the passes, and read and write them in pairs.
    { TEXTS("gaussian:sigma=3:impl=cs_multiresolution",
            "gaussian:sigma=5:edge=zero:impl=cs_multiresolution",
            "gaussian:sigma=9:edge=mirror:impl=cs_multiresolution",
            "gaussian:sigma=30:impl=cs_multiresolution"),
      SIZES({ 333, 130 }, { 3, 50 }), .formats = HALVES, .as_hardware = true },
    // Pictures that maximize the stated errors of implementations.
    { TEXTS("gaussian:sigma=1.1", "gaussian:sigma=4", "gaussian:sigma=5:edge=mirror",
            "gaussian:sigma=9:weights=erf", "gaussian:sigma=24:edge=mirror", "gaussian:sigma=64",
            "gaussian:sigma=40:reach=2.5:edge=zero", "box:sigma=1.2", "box:radius=9:edge=mirror",
            "box:sigma=7.6:iterations=3", "box:radius=30:iterations=3:edge=mirror"),
      SIZES({ 61, 35 }, { 50, 33 }), .picture = HARNESS_POINTS, .is_even = true },
    { TEXTS("gaussian:sigma=3:edge=zero", "gaussian:sigma=5.3:edge=zero",
            "box:sigma=4.3:iterations=3:edge=zero"),
      SIZES({ 61, 35 }), .formats = HALVES, .picture = HARNESS_POINTS, .is_even = true },
    { TEXTS("gaussian:sigma=1.1", "gaussian:sigma=4", "gaussian:sigma=9:weights=erf",
            "gaussian:sigma=24:edge=mirror", "box:sigma=1.2", "box:radius=9:edge=mirror",
            "box:sigma=7.6:iterations=3", "box:radius=30:iterations=3:edge=mirror"),
      SIZES({ 61, 35 }, { 3, 50 }, { 1, 1 }), .picture = HARNESS_SQUARES, .is_even = true },
    { TEXTS("pixelate:cell=1", "pixelate:cell=2", "pixelate:cell=3", "pixelate:cell=17",
            "pixelate:cell=511", "pixelate:cell=512", "pixelate:cell=7%h"),
      SIZES({ 1, 1 }, { 1, 97 }, { 97, 1 }, { 520, 33 }) },
    // Noise that changes with the frame, and depths other than one bit.
    { DITHERS, SIZES({ 129, 67 }) },
    { DITHERS, SIZES({ 3, 200 }), .frame = 1000003 },
    { DITHERS, SIZES({ 1, 1 }), .frame = 1 },
    // bits=auto uses the depth of the picture, 16 bits here.
    { TEXTS("dither", "dither:space=linear", "error_diffusion"), SIZES({ 129, 67 }), .depth = 16 },
    // The default factor of 1 hides the weights of the grey.
    { TEXTS("saturation:factor=0.4", "saturation:factor=0.4:luma=rec709"), SIZES({ 129, 67 }) },
    // This grey is equally far from the eight corners of the cube; the darkest one is chosen.
    { TEXTS("dither:palette=rgb8:strength=0"), SIZES({ 16, 16 }), .picture = HARNESS_FLAT },
    // Far from the corner, the fraction times 53 has few bits left.
    { TEXTS("dither:matrix=ign:bits=2"), SIZES({ 4096, 3 }) },
    // Heights near those of one and two rounds of workgroups, and widths near that of a strip.
    { KERNELS, SIZES({ 1, 1 }, { 3, 2 }, { 640, 3 }, { 29, 65 }, { 31, 65 }, { 640, 65 }),
      .picture = HARNESS_SMOOTH },
    { KERNELS, SIZES({ 1, 1023 }, { 3, 1024 }, { 2, 1025 }, { 1, 2160 }),
      .picture = HARNESS_SMOOTH },
    { TEXTS("error_diffusion:palette=cga:kernel=jarvis"), SIZES({ 640, 705 }),
      .picture = HARNESS_SMOOTH },
    // Several colours are equally near at the first pixel of an area, and errors grow to their
    // limit.
    { TEXTS("error_diffusion:palette=bwrgb:distance=oklab",
            "error_diffusion:palette=cga16:space=linear",
            "error_diffusion:palette=spectrum:distance=luma:space=linear",
            "error_diffusion:palette=web:distance=lab"),
      SIZES({ 108, 72 }), .picture = HARNESS_AREAS },
    { TEXTS("error_diffusion:palette=gameboy:cell=3",
            "error_diffusion:palette=pico8:cell=5:space=linear:kernel=jarvis",
            "error_diffusion:bits=2:cell=4:space=linear",
            "error_diffusion:palette=c64:distance=oklab:cell=2:strength=0.7",
            "error_diffusion:palette=bw:cell=9"),
      SIZES({ 67, 71 }, { 130, 211 }, { 1, 97 }, { 97, 1 }) },
    { TEXTS("error_diffusion:palette=bw:cell=512"), SIZES({ 20, 1030 }) },
};

void harness_settings_add_rows(struct harness_settings *settings, const struct effect *effect)
{
    const size_t length = strlen(effect->name);
    struct chain chain;
    struct error error;
    for (const struct rows *rows = all; rows < all + ARRAY_COUNT(all); rows++)
        for (const char *const *text = rows->texts; *text; text++) {
            if (strncmp(*text, effect->name, length) != 0 || !strchr(":", (*text)[length]))
                continue;
            if (!chain_parse(&chain, *text, NULL, &error))
                log_fatal("%s: %s", *text, error.text);
            for (const int *size = rows->sizes[0]; size[0] > 0; size += 2)
                for (int format = 0; format < FORMAT_COUNT; format++)
                    if ((rows->formats ? rows->formats : FLOATS) & 1u << format)
                        harness_settings_add(settings, &chain.steps[0],
                                             (struct harness_setting){
                                                 .is_even = rows->is_even || !effect->on_levels,
                                                 .picture = rows->picture,
                                                 .size = { size[0], size[1] },
                                                 .format = (enum texture_format) format,
                                                 .as_hardware = rows->as_hardware,
                                                 .is_row = true,
                                                 .depth = rows->depth > 0 ? rows->depth : 8,
                                                 .frame = rows->frame });
        }
}
