"use client";

import { DeniedSources } from "@/components/table/denied-sources";
import { LineParts } from "@/components/table/line-parts";
import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import { CopyButton } from "@/components/ui/copy-button";
import { Headline } from "@/components/ui/headline";
import { useOfNow } from "@/lib/client/clock";
import { useLive } from "@/lib/client/live-provider";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import type { FleetHead } from "@/lib/contract/heads";
import { parseListQuery } from "@/lib/contract/list-query";
import { pagePaths } from "@/lib/contract/paths";
import type { GroupRow } from "@/lib/contract/rows";
import { VOUCHING_SOURCES } from "@/lib/domain/source";
import { formatCount, plural } from "@/lib/format/count";
import { fleetSentence } from "@/lib/format/fleet-sentence";
import { onCallDoubt, onCallSentence } from "@/lib/format/on-call-sentence";
import { momentOf } from "@/lib/format/tense";
import { AlsoLost } from "./also-lost";
import { fleetSummary } from "./fleet-summary";
import { TroubleCard } from "./trouble-card";
import { useFleetLosses } from "./use-fleet-losses";

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
  const since = worst === undefined ? null : (worst.since ?? losses.sinceOf(worst));
  const words = onCallSentence({ ...head, since, atLeast: worst?.sinceAtLeast ?? false }, tense, momentOf(tense, hour), zone);
  const serving = fleetSentence(head, null, tense).headline;
  const doubt = onCallDoubt(head);
  const line = [
    { text: `${serving.strong} ${serving.rest.replace(/\.$/, "")}`, tone: null },
    ...(doubt === "" ? [] : [{ text: doubt, tone: "blind" } as const]),
  ];
  return (
    <div className="mx-auto max-w-[46em]">
      <Headline sub={<LineParts parts={line} />}>
        <b className={head.groupsInTrouble > head.groupsInDoubt ? "text-bad" : undefined}>{words.strong}</b> {words.rest}
      </Headline>
      <DeniedSources needed={["workloadgroups", "workloadentries", ...VOUCHING_SOURCES]} />
      <ul aria-label="Groups in trouble" className="mt-4 border-t border-line">
        {rows.map((row) => (
          <TroubleCard key={row.id} row={row} losses={losses} />
        ))}
      </ul>
      <p className="mt-3 text-s text-ink-3">
        {head.groupsInTrouble > rows.length && (
          <>
            <Link href={pagePaths.groups(query)} className="text-ink-2">
              {`${plural(head.groupsInTrouble - rows.length, "more group")} in trouble`}
            </Link>
            {". "}
          </>
        )}
        {`${formatCount(head.groups - head.groupsInTrouble)} of ${plural(head.groups, "group")} ${tense.past ? "were" : "are"} in no trouble. Nothing on this page changes anything.`}
      </p>
      {head.groupsInTrouble <= rows.length && <AlsoLost others={losses.others(rows)} />}
      <div className="sticky bottom-20 mt-5 flex justify-end desk:bottom-4">
        <Summary head={head} rows={rows} query={query} answer={losses.answer} />
      </div>
    </div>
  );
}

/** Under the thumb: what goes into the incident channel. */
function Summary(props: Omit<Parameters<typeof fleetSummary>[0], "at" | "origin">) {
  const live = useLive();
  const past = usePast();
  const summary = () => fleetSummary({ ...props, at: past ?? live.serverNow(), origin: window.location.origin });
  return <CopyButton text={summary} label="Copy summary" wordy />;
}
