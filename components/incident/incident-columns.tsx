import { Sentence } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { IncidentState } from "@/components/table/incident-links";
import { Mono } from "@/components/table/mono";
import { Age, Moment } from "@/components/table/times";
import { Link } from "@/lib/client/page-link";
import { pagePaths } from "@/lib/contract/url/paths";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { incidentTitleText } from "@/lib/format/incident-title";
import { formatNumber } from "@/lib/format/text/numbers";

interface IncidentLine extends IncidentRow {
  readonly cluster: string;
}

/** The columns of the list of incidents. */
export const incidentColumns: readonly Column<IncidentLine>[] = [
  { key: "state", head: "STATE", shown: "always", cell: (row) => <IncidentState row={row} /> },
  { key: "title", head: "INCIDENT", shown: "always", fills: true, cell: (row) => <Title row={row} /> },
  clusterColumn({ sorts: false }),
  { key: "machines", head: "MACHINES", shown: "usual", room: "tablet", align: "end", cell: ({ title }) => formatNumber(title.machines) },
  { key: "peak", head: "PEAK", shown: "usual", room: "desk", align: "end", cell: ({ title }) => formatNumber(title.peak) },
  { key: "began", head: "BEGAN", shown: "usual", room: "tablet", cell: (row) => <Began row={row} /> },
  { key: "ended", head: "ENDED", shown: "usual", room: "desk", cell: ({ title }) => (title.endedAt === null ? "—" : <Moment at={title.endedAt} />) },
  { key: "age", head: "AGE", shown: "usual", cell: (row) => <IncidentAge row={row} /> },
  { key: "key", head: "KEY", shown: "usual", room: "desk", cell: ({ id }) => <Mono faint>{id}</Mono> },
];

/** Changes when a reader would notice a difference. */
export function incidentSignature({ state, title, services }: IncidentLine): string {
  return JSON.stringify([state, incidentTitleText(title), services]);
}

function Title({ row: { id, title, isPartial } }: { readonly row: IncidentLine }) {
  return (
    <>
      <Link href={pagePaths.incident(id)} prefetch={false} data-row-link="" className="text-ink">
        <Sentence of={title}>{incidentTitleText(title)}</Sentence>
      </Link>
      {isPartial && <span className="text-ink-3"> · also outside your view</span>}
    </>
  );
}

function IncidentAge({ row: { title, foundAtStart } }: { readonly row: IncidentLine }) {
  return <Age at={title.since} atLeast={foundAtStart || title.notBefore !== null} atMost={title.notBefore} />;
}

function Began({ row: { title, foundAtStart } }: { readonly row: IncidentLine }) {
  if (title.notBefore === null && !foundAtStart) return <Moment at={title.since} />;
  if (title.notBefore === null)
    return (
      <span className={toneText.blind}>
        before <Moment at={title.since} />
      </span>
    );
  return (
    <span className={toneText.blind}>
      <Moment at={title.notBefore} />–<Moment at={title.since} />
    </span>
  );
}
