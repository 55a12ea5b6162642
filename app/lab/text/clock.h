#pragma once

// Returns seconds since some moment in the past; never runs backwards.
double clock_seconds(void);

// Returns the seconds that this thread has worked; while it waits they stand.
double clock_worked(void);
