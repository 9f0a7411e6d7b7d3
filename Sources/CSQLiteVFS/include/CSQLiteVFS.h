// A file layer for SQLite that writes no remains of moved rows to the database file.
#pragma once

/// Largest number of pages that the database may have: 2^25 - 1, which is 128 GiB. Above that, the first byte of an
/// overflow page (the page number of the next one) could look like the kind of a B-tree page.
enum { CSV_MAX_PAGES = 0x1FFFFFF, CSV_PAGE_SIZE = 4096 };

/// Makes the file layer this process's default. Call it before the first database is opened; calling it again does nothing.
/// Returns 0 on success, and SQLite's error code otherwise.
int csv_register(void);
