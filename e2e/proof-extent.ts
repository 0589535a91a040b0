import fc from "fast-check";

/** `npm run prove` plays a proof whole, `npm test` a sample of it; so does whoever plants a defect to see that it is caught. */
export const isWhole = process.env.STOLOS_PROOFS === "whole";
/** What is drawn by chance is drawn from this; another one draws other cases. */
export const SEED = Number(process.env.STOLOS_PROOF_SEED ?? 1);

/** Of these cases all in a whole proof; in a sample so many of them, drawn by the seed and in their order. */
export function someOf<T>(cases: readonly T[], count: number): readonly T[] {
  return isWhole ? cases : drawnFrom(cases, count, SEED);
}

/** So many of these, drawn by a seed and in their order; all where there are no more. */
export function drawnFrom<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  if (count >= all.length) return all;
  const [some = []] = fc.sample(fc.subarray([...all], { minLength: count, maxLength: count }), { numRuns: 1, seed });
  return some;
}

/**
 * The ways in which the case at a place of its list is played: all in a whole proof; in a sample one of them. Each row of as many cases as there are
 * ways has each of them, the next row another way first, and as many seeds as there are ways play all.
 */
export function waysOf<T>(at: number, ways: readonly T[]): readonly T[] {
  return isWhole ? ways : ways.filter((_, way) => way === (at + Math.floor(at / ways.length) + SEED) % ways.length);
}

/** A whole proof that takes long may be played in parts, each of them by itself: `2/3` is the second of three. */
export const PART = partOf(process.env.STOLOS_PROOF_PART ?? "1/1");

function partOf(text: string): { readonly at: number; readonly of: number } {
  const [at = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).slice(1).map(Number);
  if (at < 1 || at > of) throw new Error(`${text} names no part: 2/3 is the second of three.`);
  return { at, of };
}

/** Says what came of a goal, as a line of JSON; the test itself says whether that is enough. */
export function told(goal: string, value: number, target: number, n: number, more: Readonly<Record<string, unknown>> = {}): void {
  process.stdout.write(`${JSON.stringify({ goal, value, target, n, seed: SEED, isWhole, ...more })}\n`);
}
