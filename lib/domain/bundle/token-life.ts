/** The shortest life of a token that the API server gives, and the longest that is asked for here. Seconds. */
export const SHORTEST_TOKEN_SECONDS = 600;
export const LONGEST_TOKEN_SECONDS = 3_600;

const LIVES_MINUTES = [10, 30, 60];

/** The lives in minutes that somebody may choose from, shortest first: where a rule allows less than the longest, its own limit is the last. `mostSeconds` null = no rule. */
export function tokenLives(mostSeconds: number | null): readonly number[] {
  const most = Math.floor((mostSeconds ?? LONGEST_TOKEN_SECONDS) / 60);
  const shorter = LIVES_MINUTES.filter((minutes) => minutes < most);
  return [...shorter, most];
}
