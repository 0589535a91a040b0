import { type Kysely, sql } from "kysely";
import { type GaugeValues, parseGaugeValues } from "@/lib/domain/history/gauge";
import {
  ENDPOINT_LOSS_WINDOW_MS,
  type EndpointCountStep,
  endpointLossOfSteps,
  hasEndpoint,
  type LastEndpointLossWithMachines,
} from "@/lib/domain/history/lost-endpoints";
import type { ServiceName } from "@/lib/server/fleet/host-memory";
import { HOST_GAUGES, type HostGauge, hostGaugeName, ofHostGauge } from "@/lib/server/history/host-gauges";
import type { HistorySchema } from "@/lib/server/history/schema";

/** Services per query. */
const AT_ONCE = 100;
/** Rows per query, the newest. A service with more changes keeps its newest ones. */
const MOST_ROWS = 20_000;
const KINDS = Object.values(HOST_GAUGES).map(({ kind }) => kind);

interface StoredGauge {
  readonly id: number;
  readonly cluster: string;
  readonly namespace: string;
  readonly kind: string;
  readonly name: string;
}

/** The values of one gauge from a moment on; undefined = nothing is stored. */
interface GaugeRow {
  readonly column: HostGauge;
  readonly at: number;
  readonly notBefore: number | null;
  readonly values: GaugeValues | null;
}

/** The endpoints of some services in the last seven days before a moment, in order. Services without a stored gauge have no steps. */
export async function endpointSteps(
  database: Kysely<HistorySchema>,
  services: readonly ServiceName[],
  until: number,
): Promise<readonly (readonly [ServiceName, readonly EndpointCountStep[]])[]> {
  const found: (readonly [ServiceName, readonly EndpointCountStep[]])[] = [];
  for (let first = 0; first < services.length; first += AT_ONCE) {
    const some = services.slice(first, first + AT_ONCE);
    const gauges = await gaugesOf(database, some);
    const rows = await rowsOf(database, gauges, until);
    for (const service of some) {
      const own = gauges.filter((gauge) => isOf(gauge, service));
      found.push([service, stepsOf(service.kind, [...own.flatMap(({ id }) => rows.get(id) ?? [])])]);
    }
  }
  return found;
}

/** All services that had no endpoint at a moment and had a machine endpoint in the seven days before. */
export async function lostEndpointsThen(
  database: Kysely<HistorySchema>,
  at: number,
): Promise<readonly (readonly [ServiceName, LastEndpointLossWithMachines])[]> {
  const steps = await endpointSteps(database, await emptyThen(database, at), at);
  return steps.flatMap(([service, own]) => {
    const lost = endpointLossOfSteps(own);
    return lost === null ? [] : [[service, lost] as const];
  });
}

/** The services without an endpoint at a moment, by the last value of each gauge. */
async function emptyThen(database: Kysely<HistorySchema>, at: number): Promise<readonly ServiceName[]> {
  const gauges = await database
    .selectFrom("gauge")
    .select(["id", "cluster", "namespace", "kind", "name"])
    .select(({ selectFrom }) =>
      selectFrom("gauge_value")
        .select("numbers")
        .whereRef("gauge_value.gauge_id", "=", "gauge.id")
        .where("gauge_value.at", "<=", at)
        .orderBy("gauge_value.at", "desc")
        .limit(1)
        .as("numbers"),
    )
    .where("kind", "in", KINDS)
    .execute();
  const last = new Map<string, { readonly service: ServiceName; readonly rows: GaugeRow[] }>();
  for (const { numbers, ...gauge } of gauges) {
    const service = serviceOfGauge(gauge);
    const column = countedBy(gauge.kind);
    const values = numbers === null ? undefined : parseGaugeValues(numbers);
    if (service === null || column === null || values === undefined) continue;
    const key = [gauge.cluster, gauge.namespace, gauge.name].join("\n");
    const known = last.get(key) ?? { service, rows: [] };
    known.rows.push({ column, at: 0, notBefore: null, values });
    last.set(key, known);
  }
  const isEmpty = ({ service, rows }: { readonly service: ServiceName; readonly rows: readonly GaugeRow[] }) => {
    const isThere = rows.some(({ column, values }) => column === "machines" && values !== null);
    const step = stepsOf(service.kind, rows).at(-1);
    return isThere && step !== undefined && hasEndpoint(step) === false;
  };
  return [...last.values()].filter(isEmpty).map(({ service }) => service);
}

async function gaugesOf(database: Kysely<HistorySchema>, services: readonly ServiceName[]): Promise<readonly StoredGauge[]> {
  const places = new Map<string, ServiceName[]>();
  for (const service of services) {
    const key = `${service.cluster}\n${service.namespace}`;
    places.set(key, [...(places.get(key) ?? []), service]);
  }
  return database
    .selectFrom("gauge")
    .select(["id", "cluster", "namespace", "kind", "name"])
    .where("kind", "in", KINDS)
    .where(({ or, and, eb }) =>
      or(
        [...places.values()].map((own) =>
          and([
            eb("cluster", "=", own[0]?.cluster ?? ""),
            eb("namespace", "=", own[0]?.namespace ?? ""),
            eb(
              "name",
              "in",
              own.map(({ kind, name }) => hostGaugeName(kind, name)),
            ),
          ]),
        ),
      ),
    )
    .execute();
}

/** The rows of gauges within seven days before a moment, and the one that held at the beginning. */
async function rowsOf(database: Kysely<HistorySchema>, gauges: readonly StoredGauge[], until: number): Promise<ReadonlyMap<number, readonly GaugeRow[]>> {
  const found = new Map<number, GaugeRow[]>();
  if (gauges.length === 0) return found;
  const ids = gauges.map(({ id }) => id);
  const from = until - ENDPOINT_LOSS_WINDOW_MS;
  const values = database.selectFrom("gauge_value").select(["gauge_id", "at", "not_before", "numbers"]).where("gauge_id", "in", ids);
  const [held, within] = await Promise.all([
    values
      .where("at", "=", sql<number>`(select max(older.at) from gauge_value older where older.gauge_id = gauge_value.gauge_id and older.at <= ${from})`)
      .execute(),
    values.where("at", ">", from).where("at", "<=", until).orderBy("at", "desc").limit(MOST_ROWS).execute(),
  ]);
  const columns = new Map(gauges.map(({ id, kind }) => [id, countedBy(kind)]));
  for (const { gauge_id, at, not_before, numbers } of [...held, ...within]) {
    const column = columns.get(gauge_id) ?? null;
    const read = parseGaugeValues(numbers);
    if (column === null || read === undefined) continue;
    const own = found.get(gauge_id) ?? [];
    own.push({ column, at, notBefore: not_before, values: read });
    found.set(gauge_id, own);
  }
  return found;
}

/** The endpoints of one service at each moment at which one of its gauges changed. */
function stepsOf(kind: ServiceName["kind"], rows: readonly GaugeRow[]): readonly EndpointCountStep[] {
  const now: Partial<Record<HostGauge, GaugeValues | null>> = {};
  const steps: EndpointCountStep[] = [];
  for (const { column, at, notBefore, values } of [...rows].sort((one, other) => one.at - other.at)) {
    now[column] = values;
    const last = steps.at(-1);
    const step = { at, notBefore: last?.at === at ? (last.notBefore ?? notBefore) : notBefore, ...endpointsIn(kind, now) };
    if (last?.at === at) steps[steps.length - 1] = step;
    else steps.push(step);
  }
  return steps;
}

/** Returns the endpoints of a service by the values of its gauges. A service whose gauges ended was deleted: it has no endpoints. */
export function endpointsIn(
  kind: ServiceName["kind"],
  { machines, pods, inline }: Partial<Record<HostGauge, GaugeValues | null>>,
): Pick<EndpointCountStep, "machines" | "others"> {
  if (machines === null) return { machines: 0, others: 0 };
  if (machines === undefined) return { machines: null, others: null };
  const parts = [pods, ...(kind === "ServiceEntry" ? [inline] : [])];
  const isKnown = (machines[ofHostGauge.unseen] ?? 0) === 0 && parts.every((part) => part !== null && part !== undefined);
  const others = parts.reduce((sum, part) => sum + (part?.serving ?? 0), machines[ofHostGauge.others] ?? 0);
  return { machines: (machines.serving ?? 0) + (machines.inDoubt ?? 0), others: isKnown || others > 0 ? others : null };
}

function isOf(gauge: StoredGauge, { cluster, namespace, kind, name }: ServiceName): boolean {
  return gauge.cluster === cluster && gauge.namespace === namespace && gauge.name === hostGaugeName(kind, name);
}

/** Returns the service of a gauge; null = the gauge is of no service. */
export function serviceOfGauge({ cluster, namespace, name }: Omit<StoredGauge, "id">): ServiceName | null {
  const [kind, own] = name.split("/", 2);
  return own !== undefined && (kind === "Service" || kind === "ServiceEntry") ? { cluster, kind, namespace, name: own } : null;
}

/** Returns the endpoints that a gauge of this stored kind counts; null = a gauge of another kind. */
export function countedBy(kind: string): HostGauge | null {
  return (Object.keys(HOST_GAUGES) as HostGauge[]).find((column) => HOST_GAUGES[column].kind === kind) ?? null;
}
