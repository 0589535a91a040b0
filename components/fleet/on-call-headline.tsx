"use client";

import { statementAttributes } from "@/components/state/statement";
import { LineParts } from "@/components/table/line-parts";
import { useZone } from "@/components/table/use-zone";
import { Headline } from "@/components/ui/headline";
import { useOfNow } from "@/lib/client/clock";
import type { GroupRow } from "@/lib/contract/rows";
import { fleetServing, groupsUnverified } from "@/lib/domain/statements/fleet";
import { type LatestTrouble, onCallTrouble } from "@/lib/domain/statements/on-call";
import { onCallLine, onCallSentence } from "@/lib/format/on-call-sentence";
import { notReachedPart } from "@/lib/format/reached-clusters";
import { momentOf } from "@/lib/format/text/tense";
import type { CountedFleet } from "./counted-fleet";
import type { LossesOfGroups } from "./use-fleet-losses";

interface OnCallHeadlineProps {
  readonly counted: CountedFleet;
  readonly losses: LossesOfGroups;
}

/** How many groups are in trouble, since when and how suddenly the worst of them is, and how many machines serve. */
export function OnCallHeadline({ counted, losses }: OnCallHeadlineProps) {
  const { head, rows, reached, notReached, tense } = counted;
  const zone = useZone();
  const hour = useOfNow((now) => now - (now % 3_600_000));
  const context = { tense, now: momentOf(tense, hour), zone };
  const statement = onCallTrouble(head, latestTrouble(rows[0], losses));
  const { strong, rest } = onCallSentence(statement, context);
  const [total, ...others] = onCallLine(fleetServing(head), groupsUnverified(head), tense, reached);
  const line = [...(total === undefined ? [] : [total]), ...notReached.map((one) => notReachedPart(one, context)), ...others];
  return (
    <Headline sub={<LineParts parts={line} />} data={statementAttributes(statement, tense)}>
      <b className={statement.count > 0 ? "text-bad" : undefined}>{strong}</b> {rest}
    </Headline>
  );
}

const NOT_KNOWN = { since: null, atLeast: false, isBeginning: false, pace: null } as const;

/** The latest trouble of the worst group. The history has the latest losses only. */
function latestTrouble(worst: GroupRow | undefined, losses: LossesOfGroups): LatestTrouble {
  if (worst === undefined) return NOT_KNOWN;
  if (worst.since === null) return { ...NOT_KNOWN, since: losses.sinceOf(worst) };
  const isBeginning = worst.rise.count >= worst.rise.total && losses.countOf(worst) <= worst.lost;
  return { since: worst.since, atLeast: worst.sinceAtLeast, isBeginning, pace: isBeginning ? worst.pace : null };
}
