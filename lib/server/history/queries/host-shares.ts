import type { Kysely } from "kysely";
import type { RecordedEndpointCounts, RecordedEndpointSeries, RecordedEndpointStep, ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";
import type { ServiceHistoryQuery } from "@/lib/contract/url/history-query";
import type { GaugeValues } from "@/lib/domain/history/gauge";
import { MESH_SERVICE_RESOURCE_BY_KIND } from "@/lib/domain/selection/objects";
import { isInScope, isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import type { Tier } from "@/lib/server/history/bucket";
import { HOST_GAUGES, type HostGauge, hostGaugeName } from "@/lib/server/history/host-gauges";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Coverage } from "./coverage";
import { gaugesIn } from "./gauges";
import type { Happened } from "./happened";
import { incidentMarkers } from "./incident-markers";
import { markersIn } from "./markers";
import type { Span } from "./spans";
import { MINUTES_UP_TO_MS, VERSIONS_UP_TO_MS } from "./window-levels";

export interface HostSharesParts {
  readonly query: ServiceHistoryQuery;
  readonly span: Span;
  readonly scope: Scope;
  readonly coverage: Coverage;
}

/** Who answered for a host over a window, column by column, as far as the asker may list the object, and what each column counts. */
export async function hostSharesIn(database: Kysely<HistorySchema>, parts: HostSharesParts): Promise<ServiceHistoryAnswer> {
  const { query, span, scope, coverage } = parts;
  const picked = { clusters: [query.cluster], namespaces: [query.ns] };
  const isSeen = isInScope(scope, query.cluster, MESH_SERVICE_RESOURCE_BY_KIND[query.kind], query.ns);
  const column = (of: HostGauge) => (isSeen ? columnOf(database, of, parts) : null);
  const [machines, pods, inline, markers, incidents] = await Promise.all([
    column("machines"),
    column("pods"),
    query.kind === "ServiceEntry" ? column("inline") : null,
    isSeen ? markersIn(database, { ...picked, group: null }, span, scope, (thing) => isOfHost(thing, query)) : [],
    isSeen ? incidentMarkers(database, { ...picked, group: null }, span, scope) : [],
  ]);
  return { ...span, machines, pods, inline, markers: [...markers, ...incidents], gaps: coverage.gaps(span, scope, picked), recorded: coverage.recorded() };
}

/** What is around the machines of the namespace, and of all other objects the host's own, by its kind and its whole name. */
function isOfHost({ kind, name }: Happened, query: ServiceHistoryQuery): boolean {
  return AROUND.has(kind) || (kind === SUBJECTS[query.kind] && name === query.name);
}

const AROUND: ReadonlySet<string> = new Set(["entry", "group", "replica"]);
const SUBJECTS = { Service: "service", ServiceEntry: "serviceentry" } as const;

async function columnOf(
  database: Kysely<HistorySchema>,
  of: HostGauge,
  { query, span, scope, coverage }: HostSharesParts,
): Promise<RecordedEndpointSeries | null> {
  const { kind, source } = HOST_GAUGES[of];
  const place = { cluster: query.cluster, namespace: query.ns };
  if (!isSourceVisible(scope, query.cluster, source, query.ns)) return null;
  const picked = { clusters: [query.cluster], namespaces: [query.ns], name: hostGaugeName(query.kind, query.name) };
  const series = await gaugesIn(database, kind, { ...span, tier: tierOf(span) }, scope, picked);
  const steps = series
    .flatMap((one) => one.steps)
    .map(({ at, values }): RecordedEndpointStep => ({ at: Math.max(span.from, at), share: values && shareOf(values) }));
  return { steps: thinned(steps, span, query.width), holes: coverage.holes(source, place, span) };
}

/** From which record a window is drawn, as bands of states are: from every change, from minutes, from hours. */
function tierOf({ from, to }: Span): Tier | null {
  if (to - from <= VERSIONS_UP_TO_MS) return null;
  return to - from <= MINUTES_UP_TO_MS ? "minute" : "hour";
}

function shareOf({ taken = 0, serving = 0, inDoubt = 0, weight = 0 }: GaugeValues): RecordedEndpointCounts {
  return { taken, serving, inDoubt, weight };
}

/** Within each pixel the step at which the fewest served and the last one, so that nothing short is lost and a long window costs no more. */
export function thinned(steps: readonly RecordedEndpointStep[], { from, to }: Span, width: number): RecordedEndpointStep[] {
  const pixel = (to - from) / width;
  const pixels = new Map<number, RecordedEndpointStep[]>();
  for (const step of steps) {
    const at = Math.floor((step.at - from) / pixel);
    pixels.set(at, [...(pixels.get(at) ?? []), step]);
  }
  return [...pixels.values()].flatMap((own) => {
    const last = own.at(-1);
    const least = own.reduce((worst, step) => (servedBy(step) < servedBy(worst) ? step : worst), own[0] ?? NOTHING);
    return last === undefined ? [] : least === last ? [last] : [least, last];
  });
}

const NOTHING: RecordedEndpointStep = { at: 0, share: null };

function servedBy({ share }: RecordedEndpointStep): number {
  return share === null ? -1 : share.serving;
}
