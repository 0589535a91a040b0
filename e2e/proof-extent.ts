/** `npm run prove` plays a proof whole, `npm test` a sample of it; so does whoever plants a defect to see that it is caught. */
export const isWhole = process.env.STOLOS_PROOFS === "whole";
/** What is drawn by chance is drawn from this; another one draws other cases. */
export const SEED = Number(process.env.STOLOS_PROOF_SEED ?? 1);

/** Says what came of a goal, as a line of JSON; the test itself says whether that is enough. */
export function told(goal: string, value: number, target: number, n: number, more: Readonly<Record<string, unknown>> = {}): void {
  process.stdout.write(`${JSON.stringify({ goal, value, target, n, seed: SEED, isWhole, ...more })}\n`);
}
