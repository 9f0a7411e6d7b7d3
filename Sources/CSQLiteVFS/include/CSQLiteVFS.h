// A file layer for SQLite that writes no remains of moved rows to the database file.
#pragma once

/// Largest number of pages that the database may have: 2^25 - 1, which is 128 GiB. In a larger file, the first byte of
/// an overflow page (the number of the next one) could look like the kind of a B-tree page.
enum { CSV_MAX_PAGES = 0x1FFFFFF, CSV_PAGE_SIZE = 4096 };

/// Makes this file layer the default of the process. It must be called before the first database is opened; a second
/// call does nothing. It returns 0 on success, and SQLite's error code otherwise.
int csv_register(void);
