import type { RollUp } from "@/lib/contract/rows";
import { formatNumber } from "@/lib/format/text/numbers";
import { servingTitle } from "./serving-title";

/** Serving of the total, as kubectl writes READY: "18 +2?/20", "18/~20" for a learned size, and "4 serving" without an expected size. */
export function ServingCount({ rollUp }: { readonly rollUp: RollUp }) {
  const { serving, doubted, expected, expectedFrom, fullTotal } = rollUp;
  const lacks = serving + doubted < fullTotal;
  const isLearned = expectedFrom === "learned" || expectedFrom === "elastic";
  return (
    <span
      title={servingTitle(rollUp)}
      data-serving={serving}
      data-total={fullTotal}
      data-expected={expected ?? undefined}
      data-expected-from={expectedFrom}
      className="whitespace-nowrap"
    >
      <b className={`font-medium ${lacks ? "text-bad" : ""}`}>{formatNumber(serving)}</b>
      {doubted > 0 && <span className="text-blind"> +{formatNumber(doubted)}?</span>}
      <span className="text-ink-3">
        {expected === null ? <span className="max-desk:sr-only"> serving</span> : `/${isLearned ? "~" : ""}${formatNumber(fullTotal)}`}
      </span>
    </span>
  );
}
