import { StateBadge } from "@/components/state/state-badge";
import type { CellKind } from "@/components/state/tone";
import type { Column } from "@/components/table/column";
import { Mono } from "@/components/table/mono";
import { NameLink } from "@/components/table/name-link";
import { useNotVerified } from "@/lib/client/not-verified";
import { pagePaths } from "@/lib/contract/url/paths";
import type { EndpointRow } from "@/lib/contract/views/service";
import { endpointStateWord, tlsByPortText, tlsWord } from "@/lib/format/host/endpoint-words";
import { tlsReason } from "@/lib/format/tls-words";
import { zoneOfLocality } from "@/lib/format/workload-words";
import { KindMark } from "./kind-mark";

/** So many ports have a column of their own; all are told under Ports. */
const PORT_COLUMNS = 4;

/** The columns of a host's endpoints: one for each of its ports (their numbers), where these are not too many. */
export function endpointColumns(ports: readonly number[]): readonly Column<EndpointRow>[] {
  return [
    { key: "name", head: "NAME", shown: "always", sorts: true, cell: (row) => <EndpointName row={row} /> },
    { key: "state", head: "STATE", shown: "always", sorts: true, cell: (row) => <EndpointState row={row} /> },
    { key: "address", head: "ADDRESS", shown: "usual", sorts: true, room: "tablet", cell: ({ address }) => <Mono>{address}</Mono> },
    ...ports.slice(0, PORT_COLUMNS).map(
      (number, index): Column<EndpointRow> => ({
        key: `port-${index}`,
        head: String(number),
        shown: "usual",
        align: "end",
        yields: 8 - index,
        room: "tablet",
        cell: (row) => <PortCell row={row} index={index} />,
      }),
    ),
    {
      key: "zone",
      head: "ZONE",
      shown: "usual",
      sorts: true,
      room: "desk",
      yields: 9,
      cell: ({ locality, isPlaced }) => (isPlaced ? <Mono title={locality}>{zoneOfLocality(locality)}</Mono> : <span className="text-blind">not known</span>),
    },
    { key: "network", head: "NETWORK", shown: "usual", sorts: true, room: "desk", yields: 3, cell: ({ network }) => <Mono>{network}</Mono> },
    { key: "weight", head: "WEIGHT", shown: "usual", align: "end", sorts: true, room: "desk", yields: 2, cell: ({ weight }) => weight },
    { key: "tls", head: "TLS", shown: "usual", room: "desk", yields: 4, cell: (row) => <Tls row={row} /> },
    {
      key: "why",
      head: "WHY",
      shown: "usual",
      fills: true,
      room: "wall",
      yields: 1,
      cell: ({ why }) => (
        <span title={why} className="block truncate text-ink-2">
          {why}
        </span>
      ),
    },
  ];
}

/** What a reader would notice of an endpoint. */
export function endpointSignature({ state, answers, why, tls, isRefused, tlsByPort, ports }: EndpointRow): string {
  return [state, answers, why, tls, isRefused, tlsByPortText(tlsByPort), ...ports].join(" ");
}

const MARKS = {
  yes: "cell-good",
  doubt: "cell-blind",
  awaiting: "cell-idle",
  draining: "cell-idle",
  no: "cell-bad",
} as const satisfies Record<EndpointRow["answers"], CellKind>;

/** No probe of istiod checks an address or an inline endpoint: it is never green. */
function markOf({ kind, answers, isLeftOut }: EndpointRow): CellKind {
  if (isLeftOut) return "cell-warn";
  if (kind === "inline" || kind === "name") return "cell-idle";
  return kind === "address" && answers === "yes" ? "cell-idle" : MARKS[answers];
}

/** A Healthy machine is green only if its connection is verified. */
function HealthyMark({ row }: { readonly row: EndpointRow }) {
  const isVerified = useNotVerified(row.cluster) === null && row.vouched;
  const tone = markOf(row);
  return <KindMark kind="machine" tone={tone === "cell-good" && !isVerified ? "cell-blind" : tone} />;
}

function EndpointName({ row }: { readonly row: EndpointRow }) {
  const under = row.why === "" ? row.locality : row.why;
  return (
    <span className="flex items-center gap-2">
      {row.kind === "machine" && row.state === "healthy" ? <HealthyMark row={row} /> : <KindMark kind={row.kind} tone={markOf(row)} />}
      {row.kind === "machine" ? (
        <span>
          <NameLink href={pagePaths.entry(row.cluster, row.namespace, row.name, row.uid)} name={row.name} long under={under} />
        </span>
      ) : (
        <span>
          <span tabIndex={-1} data-row-stop="" title={row.name} className="font-mono text-s">
            {row.name}
          </span>{" "}
          <span className="text-ink-3">{row.kind}</span>
        </span>
      )}
    </span>
  );
}

function EndpointState({ row }: { readonly row: EndpointRow }) {
  if (row.state !== null) return <StateBadge state={row.state} vouched={row.vouched} why={row.connectionWhy} cluster={row.cluster} />;
  return (
    <span className={row.answers !== "no" ? "text-ink-2" : row.isLeftOut ? "font-medium text-warn" : "font-medium text-bad"}>{endpointStateWord(row)}</span>
  );
}

function PortCell({ row: { ports, portsWhy, answers }, index }: { readonly row: EndpointRow; readonly index: number }) {
  const port = ports[index] ?? null;
  if (port !== null && (answers === "yes" || answers === "doubt")) return <span className="font-medium">{port === 0 ? "socket" : port}</span>;
  return (
    <span className="text-ink-3" title={portsWhy[index] || undefined}>
      —
    </span>
  );
}

function Tls({ row: { tls, isRefused, tlsCause, gatewayClosed, tlsByPort, network } }: { readonly row: EndpointRow }) {
  const why = tlsCause === null ? undefined : tlsReason({ because: tlsCause, gatewayClosed });
  const reasons = tlsByPort.map((one) => `${one.port}: ${tlsReason({ because: one.tlsCause, gatewayClosed: one.gatewayClosed })}`);
  const isPlain = tls === "plain" || tlsByPort.some((one) => one.tls === "plain");
  return (
    <span
      title={reasons.length > 0 ? reasons.join(" ") : why}
      data-gateway-closed={network === "" ? undefined : (gatewayClosed ?? undefined)}
      className={isRefused ? "font-medium text-bad" : isPlain ? "text-warn" : "text-ink-2"}
    >
      {tlsByPort.length > 0 ? tlsByPortText(tlsByPort) : tlsWord(tls, isRefused)}
    </span>
  );
}
