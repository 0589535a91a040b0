import { StateIcon } from "@/components/state/state-icon";
import { Sentence } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { Mono } from "@/components/table/mono";
import { Age } from "@/components/table/times";
import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import { useNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import type { ListedIncidentState } from "@/lib/contract/url/list-filters";
import { pagePaths } from "@/lib/contract/url/paths";
import { type IncidentRow, listedIncidentState } from "@/lib/contract/views/incidents";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import type { State } from "@/lib/domain/verdict/verdict";
import { incidentRowState } from "@/lib/format/incident-row";
import { incidentColumnTexts, incidentCountsTone, incidentTitleText } from "@/lib/format/incident-title";
import { formatNumber } from "@/lib/format/text/numbers";
import { momentOf } from "@/lib/format/text/tense";
import { IncidentMoment } from "./incident-time";

interface IncidentLine extends IncidentRow {
  readonly cluster: string;
}

/** The columns of the list of incidents. A phone has two: the state and the reason are below the title. */
export const incidentColumns: readonly Column<IncidentLine>[] = [
  { key: "state", head: "STATE", shown: "always", room: "tablet", cell: (row) => <StateWithIcon row={row} /> },
  { key: "title", head: "INCIDENT", shown: "always", wraps: true, cell: (row) => <Title row={row} /> },
  clusterColumn({ sorts: false }),
  { key: "size", head: "MACHINES IN TROUBLE", shown: "usual", room: "tablet", cell: ({ title }) => <Counts title={title} /> },
  { key: "why", head: "WHY", shown: "usual", room: "tablet", fills: true, cell: (row) => <Why row={row} /> },
  { key: "machines", head: "MACHINES", shown: "wide", align: "end", cell: ({ title }) => formatNumber(title.machines) },
  { key: "peak", head: "PEAK", shown: "wide", align: "end", cell: ({ title }) => formatNumber(title.peak) },
  { key: "key", head: "KEY", shown: "usual", room: "desk", yields: 1, cell: ({ id }) => <Mono faint>{id}</Mono> },
  { key: "began", head: "BEGAN", shown: "usual", room: "tablet", yields: 3, cell: (row) => <Began row={row} /> },
  {
    key: "ended",
    head: "ENDED",
    shown: "usual",
    room: "wall",
    yields: 2,
    cell: ({ title }) => (title.endedAt === null ? <span className="text-ink-3">—</span> : <IncidentMoment at={title.endedAt} />),
  },
  { key: "age", head: "AGE", shown: "usual", align: "end", cell: (row) => <IncidentAge row={row} /> },
];

/** Changes when a reader would notice a difference. */
export function incidentSignature({ state, title, services }: IncidentLine): string {
  return JSON.stringify([state, incidentTitleText(title), services]);
}

/** The icons of states, by the state of a machine with the same outline. */
const ICONS: Readonly<Record<ListedIncidentState, State>> = {
  open: "unhealthy",
  recovering: "reconnecting",
  planned: "draining",
  "long-running": "unhealthy",
  over: "healthy",
};

/** The state as on the page Fleet. Not known for sure: with its moment and another icon. */
function useStateText(row: IncidentLine) {
  const { title } = row;
  const tense = useTense(title.cluster);
  const zone = useZone();
  const isPast = usePast() !== null;
  const { word, tone } = incidentRowState(title, { tense, now: momentOf(tense, useNow()), zone, isPast });
  const isDated = title.unknownSince !== null || (tense.past && !isPast);
  return { word, tone, icon: tone === "blind" && isDated ? "unverified" : ICONS[listedIncidentState(row)] } as const;
}

function StateWithIcon({ row }: { readonly row: IncidentLine }) {
  const { tone, icon } = useStateText(row);
  return (
    <span className={`inline-flex items-center gap-1.5 ${toneText[tone]}`} data-state={listedIncidentState(row)}>
      <StateIcon state={icon} />
      <StateWord row={row} />
    </span>
  );
}

function StateWord({ row }: { readonly row: IncidentLine }) {
  const { word, tone } = useStateText(row);
  return <span className={toneText[tone]}>{word}</span>;
}

function Title({ row }: { readonly row: IncidentLine }) {
  const { id, title } = row;
  const { tone, icon } = useStateText(row);
  return (
    <>
      <StateIcon state={icon} className={`mr-1.5 inline-block align-[-2px] desk:hidden ${toneText[tone]}`} />
      <Link
        href={pagePaths.incident(id)}
        prefetch={false}
        data-row-link=""
        title={incidentTitleText(title)}
        className="font-medium text-ink max-desk:wrap-anywhere desk:inline-block desk:max-w-[28em] desk:truncate desk:align-middle desk:group-data-tight/table:max-w-[16em]"
      >
        <Sentence of={title}>{incidentColumnTexts(title).subject}</Sentence>
      </Link>
      <span className="block text-s wrap-anywhere text-ink-2 desk:hidden">
        <StateWord row={row} />
        {" · "}
        <Counts title={title} /> <Why row={row} /> · <Mono faint>{id}</Mono>
      </span>
    </>
  );
}

/** Lost and failed machines are red, unverified ones violet. */
function Counts({ title }: { readonly title: IncidentTitle }) {
  return <span className={toneText[incidentCountsTone(title)]}>{incidentColumnTexts(title).counts}</span>;
}

function Why({ row: { title, isPartial } }: { readonly row: IncidentLine }) {
  const { why } = incidentColumnTexts(title);
  return (
    <span className="text-ink-2" title={why}>
      {why}
      {isPartial && <span className="text-ink-3">{why !== "" && " · "}also outside your view</span>}
    </span>
  );
}

function IncidentAge({ row: { title, foundAtStart } }: { readonly row: IncidentLine }) {
  return <Age at={title.since} atLeast={foundAtStart || title.notBefore !== null} atMost={title.notBefore} />;
}

function Began({ row: { title, foundAtStart } }: { readonly row: IncidentLine }) {
  if (title.notBefore === null && !foundAtStart) return <IncidentMoment at={title.since} />;
  if (title.notBefore === null)
    return (
      <span className={toneText.blind}>
        before <IncidentMoment at={title.since} />
      </span>
    );
  return (
    <span className={toneText.blind}>
      <IncidentMoment at={title.notBefore} />–<IncidentMoment at={title.since} />
    </span>
  );
}
