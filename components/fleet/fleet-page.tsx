"use client";

import { Sentence, statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { DeniedSources } from "@/components/table/denied-sources";
import { LineParts } from "@/components/table/line-parts";
import { useZone } from "@/components/table/use-zone";
import { BandSection } from "@/components/timeline/band-section";
import { usePageBand } from "@/components/timeline/use-page-band";
import { Headline, Of } from "@/components/ui/headline";
import { Columns } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import type { FleetHead } from "@/lib/contract/heads";
import { parseListQuery } from "@/lib/contract/list-query";
import type { GroupRow } from "@/lib/contract/rows";
import type { ViewState } from "@/lib/contract/view";
import { VOUCHING_SOURCES } from "@/lib/domain/source";
import { type FleetTrouble, fleetLine, fleetServing, fleetTrouble } from "@/lib/domain/statements/fleet";
import { fleetHeadline, fleetLineText } from "@/lib/format/fleet-sentence";
import { fleetTroubleText } from "@/lib/format/fleet-trouble";
import { type LinePart, lineParts } from "@/lib/format/headline";
import { inReached, notReachedSentence } from "@/lib/format/reached-clusters";
import { plural } from "@/lib/format/text/numbers";
import { momentOf, type TextContext } from "@/lib/format/text/tense";
import { CopyFleetSummary } from "./copy-fleet-summary";
import type { CountedFleet, ShownFleet } from "./counted-fleet";
import { FleetRibbons } from "./fleet-ribbons";
import { Lately } from "./lately";
import { TroubleTable } from "./trouble-table";
import { useDeletions } from "./use-deletions";
import { type LossesOfGroups, useFleetLosses } from "./use-fleet-losses";

interface FleetPageProps {
  readonly fleet: ShownFleet;
  /** The canonical query of clusters and namespaces. */
  readonly query: string;
  readonly initialStrip: ViewState | null;
}

/** A fleet that is there: the sentence, the band, who is in trouble, what changed lately, and a cell for each machine. */
export function FleetPage({ fleet: { head, rows, staleRows, counted }, query, initialStrip }: FleetPageProps) {
  const { clusters, namespaces } = parseListQuery(query);
  const place = { cluster: clusters, ns: namespaces };
  const band = usePageBand(place);
  const losses = useFleetLosses(place);
  const countedLosses = useFleetLosses(counted.reached.length === 0 ? place : { ...place, cluster: counted.reached });
  const deletions = useDeletions(place, band.value);
  const zone = useZone();
  const hour = useOfNow((now) => now - (now % 3_600_000));
  const severalClusters = useSeveralClusters();
  const { tense } = counted;
  const [worst = null] = counted.rows;
  const line = [...lineParts(fleetLine(counted.head), fleetLineText), ...deletions];
  return (
    <>
      <div className="flex items-start justify-between gap-x-6 gap-y-3 max-desk:flex-wrap">
        {/* Room for trouble in the headline, which may come and go within a second: what is below stays where it is. */}
        <div className="min-w-0 desk:min-h-[120px]">
          <FleetHeadline
            counted={counted}
            line={line}
            trouble={troubleOf(counted.head, worst, countedLosses)}
            context={{ tense, now: momentOf(tense, hour), zone, severalClusters }}
          />
        </div>
        <CopyFleetSummary counted={counted} query={query} answer={countedLosses.answer} />
      </div>
      <div className="mt-3">
        <DeniedSources needed={["workloadgroups", "workloadentries", ...VOUCHING_SOURCES]} />
      </div>
      <BandSection band={band} className="mt-5" hasSizes={false} />
      <Columns
        main={<TroubleTable rows={rows} staleRows={staleRows} total={head.groupsInTrouble} groups={head.groups} query={query} losses={losses} />}
        side={<Lately place={place} query={query} />}
      />
      <FleetRibbons query={query} initial={initialStrip} />
    </>
  );
}

/** The trouble in the headline. The recorded losses of the worst group come before the rest of its trouble. */
function troubleOf(head: FleetHead, worst: GroupRow | null, losses: LossesOfGroups): readonly FleetTrouble[] {
  const trouble = fleetTrouble(head, worst, losses.answer);
  const isShared = trouble.some(({ kind }) => kind !== "fleet-worst-group");
  const lost = worst === null || isShared ? null : losses.lostOf(worst);
  return lost === null ? trouble : [lost];
}

/** The parts of the fleet's total. */
function sizesTitle({ groups, groupsWithoutExpected, groupsLearned }: FleetHead): string {
  const declared = groups - groupsWithoutExpected - groupsLearned;
  return [
    declared > 0 ? `The expected size of ${plural(declared, "group")} is declared on the group.` : "",
    groupsLearned > 0 ? `That of ${plural(groupsLearned, "group")} is learned: the level that it held.` : "",
    groupsWithoutExpected > 0 ? `The registered machines of ${plural(groupsWithoutExpected, "group")} without an expected size count.` : "",
  ]
    .filter((words) => words !== "")
    .join(" ");
}

interface FleetHeadlineProps {
  readonly counted: CountedFleet;
  readonly line: readonly LinePart[];
  readonly trouble: readonly FleetTrouble[];
  readonly context: TextContext;
}

function FleetHeadline({ counted: { head, reached, notReached }, line, trouble, context }: FleetHeadlineProps) {
  const serving = fleetServing(head);
  const { strong, of, rest } = inReached(fleetHeadline(serving, context.tense), reached);
  return (
    <Headline steady sub={<LineParts parts={line} />} data={statementAttributes(serving, context.tense)}>
      <b>{strong}</b> {of !== "" && <Of title={sizesTitle(head)}>{of} </Of>}
      {rest}
      {notReached.map((statement) => (
        <span key={statement.cluster}>
          {" "}
          <Sentence of={statement} className={toneText.blind}>
            {notReachedSentence(statement, context)}
          </Sentence>
        </span>
      ))}
      {trouble.length > 0 && <br className="max-desk:hidden" />}
      {trouble.map((one, index) => (
        <Trouble key={one.kind} statement={one} isFirst={index === 0} context={context} />
      ))}
    </Headline>
  );
}

/** Only the first trouble is loud. */
function Trouble({ statement, isFirst, context }: { readonly statement: FleetTrouble; readonly isFirst: boolean; readonly context: TextContext }) {
  const { who, words, tone } = fleetTroubleText(statement, context);
  return (
    <>
      {" "}
      <Sentence of={statement}>
        <span className={isFirst ? toneText[tone] : undefined}>{who}</span> {words}
      </Sentence>
    </>
  );
}
