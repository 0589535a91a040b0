/** The shortest life of a token that the API server gives, and the longest that is asked for here. Seconds. */
export const SHORTEST_TOKEN_SECONDS = 600;
export const LONGEST_TOKEN_SECONDS = 3_600;
