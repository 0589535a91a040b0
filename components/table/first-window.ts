/** How many rows a page is first drawn with, on the server as in the browser. */
export const FIRST_ROWS = 60;

/** The window that is asked for on the first paint. */
export const FIRST_WINDOW = { offset: 0, limit: FIRST_ROWS } as const;

/** The window of a view that has a head only. */
export const NO_ROWS = { offset: 0, limit: 0 } as const;
