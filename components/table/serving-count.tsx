import type { RollUp } from "@/lib/contract/rows";
import { formatNumber } from "@/lib/format/text/numbers";
import { servingTitle } from "./serving-title";

/** Serving of expected, as kubectl writes READY: "18 +2?/20", "18/~20" where that is learned, and "4 serving" where nobody knows how many there should be. */
export function ServingCount({ rollUp }: { readonly rollUp: RollUp }) {
  const { serving, doubted, expected, expectedFrom, total } = rollUp;
  const lacks = serving + doubted < Math.max(total, expected ?? 0);
  return (
    <span
      title={servingTitle(rollUp)}
      data-serving={serving}
      data-expected={expected ?? undefined}
      data-expected-from={expectedFrom}
      className="whitespace-nowrap"
    >
      <b className={`font-medium ${lacks ? "text-bad" : ""}`}>{formatNumber(serving)}</b>
      {doubted > 0 && <span className="text-blind"> +{formatNumber(doubted)}?</span>}
      <span className="text-ink-3">
        {expected === null ? <span className="max-desk:sr-only"> serving</span> : `/${expectedFrom === "learned" ? "~" : ""}${formatNumber(expected)}`}
      </span>
    </span>
  );
}
