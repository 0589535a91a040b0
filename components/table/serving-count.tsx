"use client";

import { useNotVerified } from "@/lib/client/not-verified";
import type { RollUp } from "@/lib/contract/views/groups";
import { countWithState } from "@/lib/domain/verdict/state-code";
import { notVerifiedText } from "@/lib/format/source-words";
import { formatNumber } from "@/lib/format/text/numbers";
import { servingTitle } from "./serving-title";

/** Serving of the total, as kubectl writes READY: "18 +2?/20", "18/~20" for a learned size, and "4 serving" without an expected size. */
export function ServingCount({ rollUp, cluster }: { readonly rollUp: RollUp; readonly cluster: string }) {
  const { serving, doubted, counts, expected, expectedFrom, fullTotal } = rollUp;
  // Machines that drain or start are in no trouble.
  const waiting = countWithState(counts, "draining") + countWithState(counts, "awaiting");
  const lacks = serving + doubted + waiting < fullTotal;
  const denied = useNotVerified(cluster);
  const isLearned = expectedFrom === "learned" || expectedFrom === "elastic";
  return (
    <span
      title={denied === null ? servingTitle(rollUp) : `Not verified: ${notVerifiedText(denied)}. ${servingTitle(rollUp)}`}
      data-not-verified={denied?.source}
      data-serving={serving}
      data-total={fullTotal}
      data-expected={expected ?? undefined}
      data-expected-from={expectedFrom}
      className="whitespace-nowrap"
    >
      <b className={`font-medium ${denied !== null ? "text-blind" : lacks ? "text-bad" : ""}`}>{formatNumber(serving)}</b>
      {doubted > 0 && <span className="text-blind"> +{formatNumber(doubted)}?</span>}
      <span className="text-ink-3">
        {expected === null ? <span className="max-desk:sr-only"> serving</span> : `/${isLearned ? "~" : ""}${formatNumber(fullTotal)}`}
      </span>
    </span>
  );
}
