// What a process that waits can give back.
#pragma once

/// Unmaps the code and the constants that were touched so far, and returns freed memory. The file's own pages stay in the
/// system's cache for as long as it likes; what is needed again is mapped again at its next use, within microseconds.
void pm_release(void);
