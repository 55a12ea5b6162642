#pragma once

// The kind of processor, "AMD EPYC 7B13", by which scenes are computed and software renderers draw.
// What the system calls it, or else its architecture, "aarch64". Not to be freed; always the same.
const char *processor_name(void);
