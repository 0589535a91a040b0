/** `npm run prove` plays a proof whole, `npm test` a sample of it; so does whoever plants a defect to see that it is caught. */
export const isWhole = process.env.STOLOS_PROOFS === "whole";
/** What is drawn by chance is drawn from this; another one draws other cases. */
export const SEED = Number(process.env.STOLOS_PROOF_SEED ?? 1);

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
