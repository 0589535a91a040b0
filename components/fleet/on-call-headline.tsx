"use client";

import { statementAttributes } from "@/components/state/statement";
import { LineParts } from "@/components/table/line-parts";
import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import { Headline } from "@/components/ui/headline";
import { useOfNow } from "@/lib/client/clock";
import type { FleetHead } from "@/lib/contract/heads";
import type { GroupRow } from "@/lib/contract/rows";
import { fleetServing, groupsUnverified } from "@/lib/domain/statements/fleet";
import { type LatestTrouble, onCallTrouble } from "@/lib/domain/statements/on-call";
import { onCallLine, onCallSentence } from "@/lib/format/on-call-sentence";
import { momentOf } from "@/lib/format/text/tense";
import type { LossesOfGroups } from "./use-fleet-losses";

interface OnCallHeadlineProps {
  readonly head: FleetHead;
  /** The worst group; nothing where none is in trouble. */
  readonly worst: GroupRow | undefined;
  readonly losses: LossesOfGroups;
}

/** How many groups are in trouble, since when and how suddenly the worst of them is, and how many machines serve. */
export function OnCallHeadline({ head, worst, losses }: OnCallHeadlineProps) {
  const zone = useZone();
  const tense = useTense();
  const hour = useOfNow((now) => now - (now % 3_600_000));
  const statement = onCallTrouble(head, latestTrouble(worst, losses));
  const { strong, rest } = onCallSentence(statement, { tense, now: momentOf(tense, hour), zone });
  return (
    <Headline sub={<LineParts parts={onCallLine(fleetServing(head), groupsUnverified(head), tense)} />} data={statementAttributes(statement, tense)}>
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
