import type { BandAnswer } from "@/lib/contract/history";
import { expectedWords } from "@/lib/format/band-words";
import type { Marked } from "./marker-row";

/** So long the first look at everything may take. Milliseconds. */
const FOUND_WITHIN_MS = 10_000;

/** Everything that is marked above a band: what happened around the machines, and each change of the expected size. */
export function marksOf({ markers, expected, from, recorded }: BandAnswer): readonly Marked[] {
  const sizes = expected.flatMap((step, index) => {
    const before = expected[index - 1];
    if (before === undefined || step.at <= from || before.size === step.size) return [];
    const label = step.size === null ? "expected unknown" : before.size === null ? `expected ${step.size}` : `expected ${before.size} → ${step.size}`;
    return [{ at: step.at, label, detail: expectedWords(step) }];
  });
  // What was there when the record began is found then, not made.
  const news = markers.filter(({ at, kind }) => kind === "losses" || at - (recorded.since ?? at) > FOUND_WITHIN_MS);
  return [...news.map(({ at, label, detail }) => ({ at, label, detail })), ...sizes].sort((a, b) => a.at - b.at);
}
