/** What the body of a request may have; bytes. */
export const BODY_LIMIT = 64 * 1024;
