"use client";

import { DeniedSources } from "@/components/table/denied-sources";
import { LineParts } from "@/components/table/line-parts";
import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import { Headline } from "@/components/ui/headline";
import { useOfNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import type { FleetHead } from "@/lib/contract/heads";
import { parseListQuery } from "@/lib/contract/list-query";
import { pagePaths } from "@/lib/contract/paths";
import type { GroupRow } from "@/lib/contract/rows";
import { VOUCHING_SOURCES } from "@/lib/domain/source";
import { plural } from "@/lib/format/count";
import { type OnCallInput, onCallLine, onCallSentence, untroubledSentence } from "@/lib/format/on-call-sentence";
import { momentOf } from "@/lib/format/tense";
import { AlsoLost } from "./also-lost";
import { CopyFleetSummary } from "./copy-fleet-summary";
import { TroubleCard } from "./trouble-card";
import { type LossesOfGroups, useFleetLosses } from "./use-fleet-losses";

interface OnCallPageProps {
  readonly head: FleetHead;
  /** The groups in trouble, worst first: as many as one screen lists. */
  readonly rows: readonly GroupRow[];
  /** The canonical query of clusters and namespaces. */
  readonly query: string;
}

/** A fleet that is there: one sentence, then a card for each group in trouble. */
export function OnCallPage({ head, rows, query }: OnCallPageProps) {
  const { clusters, namespaces } = parseListQuery(query);
  const losses = useFleetLosses({ cluster: clusters, ns: namespaces });
  const zone = useZone();
  const tense = useTense();
  const hour = useOfNow((now) => now - (now % 3_600_000));
  const [worst] = rows;
  const words = onCallSentence({ ...head, ...sinceOf(worst, losses) }, tense, momentOf(tense, hour), zone);
  return (
    <div className="mx-auto max-w-[46em]">
      <Headline sub={<LineParts parts={onCallLine(head, tense)} />}>
        <b className={head.groupsInTrouble > head.groupsInDoubt ? "text-bad" : undefined}>{words.strong}</b> {words.rest}
      </Headline>
      <DeniedSources needed={["workloadgroups", "workloadentries", ...VOUCHING_SOURCES]} />
      {rows.length > 0 && (
        <ul aria-label="Groups in trouble" className="mt-4 border-t border-line">
          {rows.map((row) => (
            <TroubleCard key={row.id} row={row} losses={losses} />
          ))}
        </ul>
      )}
      <p className="mt-3 text-s text-ink-3">
        {head.groupsInTrouble > rows.length && (
          <>
            <Link href={pagePaths.groups(query)} className="text-ink-2">
              {`${plural(head.groupsInTrouble - rows.length, "more group")} in trouble`}
            </Link>
            {". "}
          </>
        )}
        {untroubledSentence(head, tense)} Nothing on this page changes anything.
      </p>
      {head.groupsInTrouble <= rows.length && <AlsoLost others={losses.others(rows)} />}
      <div className="sticky bottom-20 mt-5 flex justify-end desk:bottom-4">
        <CopyFleetSummary head={head} rows={rows} query={query} answer={losses.answer} />
      </div>
    </div>
  );
}

/** When the worst group last had machines that ceased to serve, and whether that is where its trouble begins. Of losses, only the latest are told. */
function sinceOf(worst: GroupRow | undefined, losses: LossesOfGroups): Pick<OnCallInput, "since" | "atLeast" | "isBeginning" | "pace"> {
  if (worst === undefined) return { since: null, atLeast: false, isBeginning: false, pace: null };
  if (worst.since === null) return { since: losses.sinceOf(worst), atLeast: false, isBeginning: false, pace: null };
  const isBeginning = worst.rise.count >= worst.rise.total && losses.countOf(worst) <= worst.lost;
  return { since: worst.since, atLeast: worst.sinceAtLeast, isBeginning, pace: isBeginning ? worst.pace : null };
}
