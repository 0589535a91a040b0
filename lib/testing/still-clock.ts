import { ROWS_NOW } from "./rows";

/* In the place of `@/lib/client/clock`: the time of the rows that tests are given, which does not pass. */

export function useNow(): number {
  return ROWS_NOW;
}

export function useServerNow(): number {
  return ROWS_NOW;
}

export function useOfNow<T>(read: (now: number) => T): T {
  return read(ROWS_NOW);
}

export function useOfServerNow<T>(read: (now: number) => T): T {
  return read(ROWS_NOW);
}
