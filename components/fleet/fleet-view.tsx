"use client";

import { DeniedSources } from "@/components/table/denied-sources";
import { LineParts } from "@/components/table/line-parts";
import { NothingHere } from "@/components/table/nothing-here";
import { useUnseen } from "@/components/table/use-unseen";
import { useZone } from "@/components/table/use-zone";
import { Headline, Of } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useFreshness } from "@/lib/client/status";
import { useView } from "@/lib/client/use-view";
import type { FleetHead } from "@/lib/contract/heads";
import type { GroupRow } from "@/lib/contract/rows";
import { typedView } from "@/lib/contract/typed-view";
import type { ViewState } from "@/lib/contract/view";
import { fleetSentence } from "@/lib/format/fleet-sentence";
import { tenseOf } from "@/lib/format/tense";
import { EmptyFleet } from "./empty-fleet";
import { FleetRibbons } from "./fleet-ribbons";
import { TroubleTable } from "./trouble-table";
import { useScopeQuery } from "./use-scope-query";
import { TROUBLE_WINDOW } from "./windows";

interface FleetViewProps {
  readonly initial: ViewState | null;
  readonly initialStrip: ViewState | null;
  /** The canonical query that both answer. */
  readonly initialQuery: string;
}

/** The whole fleet: one sentence, the worst groups, and a cell for each machine. */
export function FleetView({ initial, initialStrip, initialQuery }: FleetViewProps) {
  const query = useScopeQuery();
  const same = query === initialQuery;
  const { state, problem } = useView<FleetHead, GroupRow>("fleet", query, TROUBLE_WINDOW, same ? typedView(initial) : null);
  const zone = useZone();
  const tense = tenseOf(useFreshness(), zone);
  const isUnseen = useUnseen();
  if (state === null) {
    if (problem === null) return <Skeleton rows={10} label="Reading the fleet" />;
    return (
      <Notice kind="error" title="The fleet cannot be shown">
        {problem}
      </Notice>
    );
  }
  const { head, rows } = state;
  if (head.rollUp.total === 0 && head.groups === 0) {
    return (
      <>
        {isUnseen && <Headline small>Fleet</Headline>}
        <NothingHere label="Reading the fleet">
          <EmptyFleet filtered={query !== ""} />
        </NothingHere>
      </>
    );
  }
  const { headline, trouble, line } = fleetSentence(head, rows[0] ?? null, tense);
  return (
    <>
      <Headline sub={<LineParts parts={line} />}>
        <b>{headline.strong}</b> <Of>{headline.rest.startsWith("of ") ? ofPart(headline.rest) : ""}</Of>{" "}
        {headline.rest.startsWith("of ") ? verbPart(headline.rest) : headline.rest}
        {trouble !== null && (
          <>
            {" "}
            <br className="max-desk:hidden" />
            <span className="text-bad">{trouble.group}</span> {trouble.words}
          </>
        )}
      </Headline>
      <div className="mt-3">
        <DeniedSources kinds={["workloadgroups", "workloadentries", "pods"]} />
      </div>
      <TroubleTable rows={rows} total={head.groupsInTrouble} groups={head.groups} />
      <FleetRibbons query={query} initial={same ? initialStrip : null} />
    </>
  );
}

/** "of 924" of "of 924 expected machines serve.": what the number is compared with is written paler. */
function ofPart(rest: string): string {
  return rest.split(" ", 2).join(" ");
}

function verbPart(rest: string): string {
  return rest.slice(ofPart(rest).length).trimStart();
}
