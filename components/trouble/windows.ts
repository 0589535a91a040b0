/** The groups in trouble that the Fleet page loads. */
export const GROUPS_IN_TROUBLE_WINDOW = { offset: 0, limit: 12 } as const;

/** The services without endpoints that Fleet and On call load. */
export const SERVICES_WITHOUT_ENDPOINT_WINDOW = { offset: 0, limit: 8 } as const;

/** The ribbons of the fleet strip that the server renders. */
export const SERVER_RENDERED_RIBBONS = { offset: 0, limit: 120 } as const;

/** The most ribbons of the fleet strip. */
export const MAX_STRIP_RIBBONS = 480;

/** A fleet with at most this many machines is shown as a list instead of the fleet strip. */
export const SMALL_FLEET_WINDOW = { offset: 0, limit: 20 } as const;
