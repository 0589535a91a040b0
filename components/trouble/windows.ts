/** How many groups in trouble the Fleet page lists. */
export const TROUBLE_WINDOW = { offset: 0, limit: 12 } as const;

/** The services without endpoints that Fleet and On call list. */
export const LOST_SERVICES_WINDOW = { offset: 0, limit: 8 } as const;

/** The ribbons of the first paint. */
export const FIRST_RIBBONS = { offset: 0, limit: 120 } as const;

/** The most ribbons of a page. */
export const RIBBONS_MAX = 480;

/** A fleet of at most this many machines is a list instead of cells. */
export const SMALL_FLEET = { offset: 0, limit: 20 } as const;
