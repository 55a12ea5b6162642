#pragma once

// Returns seconds since some moment in the past; never runs backwards.
double clock_seconds(void);
