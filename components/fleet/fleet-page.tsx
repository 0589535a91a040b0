"use client";

import { toneText } from "@/components/state/tone";
import { DeniedSources } from "@/components/table/denied-sources";
import { LineParts } from "@/components/table/line-parts";
import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import { BandSection } from "@/components/timeline/band-section";
import { usePageBand } from "@/components/timeline/use-page-band";
import { Headline, Of } from "@/components/ui/headline";
import { Columns } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import type { FleetHead } from "@/lib/contract/heads";
import { parseListQuery } from "@/lib/contract/list-query";
import type { GroupRow } from "@/lib/contract/rows";
import type { ViewState } from "@/lib/contract/view";
import { VOUCHING_SOURCES } from "@/lib/domain/source";
import { type FleetSentence, fleetSentence } from "@/lib/format/fleet-sentence";
import { plural } from "@/lib/format/text/numbers";
import { momentOf } from "@/lib/format/text/tense";
import { CopyFleetSummary } from "./copy-fleet-summary";
import { FleetRibbons } from "./fleet-ribbons";
import { Lately } from "./lately";
import { TroubleTable } from "./trouble-table";
import { useDeletions } from "./use-deletions";
import { useFleetLosses } from "./use-fleet-losses";

interface FleetPageProps {
  readonly head: FleetHead;
  readonly rows: readonly GroupRow[];
  /** The canonical query of clusters and namespaces. */
  readonly query: string;
  readonly initialStrip: ViewState | null;
}

/** A fleet that is there: the sentence, the band, who is in trouble, what changed lately, and a cell for each machine. */
export function FleetPage({ head, rows, query, initialStrip }: FleetPageProps) {
  const { clusters, namespaces } = parseListQuery(query);
  const place = { cluster: clusters, ns: namespaces };
  const band = usePageBand(place);
  const losses = useFleetLosses(place);
  const deletions = useDeletions(place, band.value);
  const zone = useZone();
  const hour = useOfNow((now) => now - (now % 3_600_000));
  const tense = useTense();
  const [worst = null] = rows;
  const words = fleetSentence(head, worst, tense, losses.answer, { now: momentOf(tense, hour), zone });
  const lost = worst === null || words.trouble?.isCommon ? "" : losses.phraseOf(worst);
  const trouble = worst === null || lost === "" ? words.trouble : { ...WORST, who: worst.name || worst.namespace, words: `${lost}.` };
  return (
    <>
      <div className="flex items-start justify-between gap-x-6 gap-y-3 max-desk:flex-wrap">
        {/* Room for trouble in the headline, which may come and go within a second: what is below stays where it is. */}
        <div className="min-w-0 desk:min-h-[120px]">
          <FleetHeadline headline={words.headline} line={[...words.line, ...deletions]} trouble={trouble} sizes={sizesTitle(head)} />
        </div>
        <CopyFleetSummary head={head} rows={rows} query={query} answer={losses.answer} />
      </div>
      <div className="mt-3">
        <DeniedSources needed={["workloadgroups", "workloadentries", ...VOUCHING_SOURCES]} />
      </div>
      <BandSection band={band} className="mt-5" />
      <Columns
        main={<TroubleTable rows={rows} total={head.groupsInTrouble} groups={head.groups} query={query} losses={losses} />}
        side={<Lately place={place} query={query} />}
      />
      <FleetRibbons query={query} initial={initialStrip} />
    </>
  );
}

const WORST = { tone: "bad", isCommon: false } as const;

/** Who says how many are expected; "" where nobody does. */
function sizesTitle({ groups, groupsWithoutExpected, groupsLearned }: FleetHead): string {
  const declared = groups - groupsWithoutExpected - groupsLearned;
  return [
    declared > 0 ? `The expected size of ${plural(declared, "group")} is declared on the group.` : "",
    groupsLearned > 0 ? `That of ${plural(groupsLearned, "group")} is learned: the level that it held.` : "",
  ]
    .filter((words) => words !== "")
    .join(" ");
}

function FleetHeadline({ headline, line, trouble, sizes }: FleetSentence & { readonly sizes: string }) {
  const [, of = "", verb = headline.rest] = /^(of [\d,]+)\s(.*)$/s.exec(headline.rest) ?? [];
  return (
    <Headline steady sub={<LineParts parts={line} />}>
      <b>{headline.strong}</b> {of !== "" && <Of title={sizes}>{of} </Of>}
      {verb}
      {trouble !== null && (
        <>
          {" "}
          <br className="max-desk:hidden" />
          <span className={toneText[trouble.tone]}>{trouble.who}</span> {trouble.words}
        </>
      )}
    </Headline>
  );
}
