import { get, type Labels, type NaiveEndpoint, type NaiveSource, rows, texts } from "./naive-held";
import type { NaiveHost, NaivePort } from "./naive-owners";
import type { RawCaller, RawObject, RawWorld } from "./selection-worlds";

/** `isReady`: Kubernetes reports it as ready, also if a label drains it. */
export type Marked = NaiveEndpoint & { readonly mark: string; readonly isReady: boolean };

/** The caller and the settings that order the endpoints of one cluster. */
export interface NaiveContext {
  readonly world: RawWorld;
  readonly view: RawCaller;
  readonly isDns: boolean;
  readonly policy: RawObject["spec"];
  readonly spread: "zone" | "node" | null;
  readonly labels: Labels;
}

/** The endpoint of a machine or Pod that is sent, or that a gateway replaces. */
interface NaiveOrigin {
  readonly source: NaiveSource;
  readonly object: string;
  readonly endpoint: Marked;
}

/** One endpoint in a message of istiod. A gateway has one origin per endpoint behind it. */
export interface NaiveRow {
  readonly address: string;
  readonly port: number;
  readonly health: string;
  readonly weight: number;
  readonly mark: string;
  readonly locality: string;
  readonly level: number;
  readonly isGateway: boolean;
  readonly origins: readonly NaiveOrigin[];
}

/** One port and subset of a host name for one caller. */
export interface NaiveCluster {
  readonly host: string;
  readonly owner: NaiveHost;
  readonly port: NaivePort;
  readonly subset: string;
  readonly discovery: "EDS" | "DNS" | "NONE";
  /** The traffic policy of the DestinationRule for this port and subset. */
  readonly policy: RawObject["spec"];
  /** False for a DNS service without endpoints: istiod sends no cluster. */
  readonly isSent: boolean;
  /** The endpoints before networks and localities are considered. */
  readonly held: readonly Marked[];
  readonly rows: readonly NaiveRow[];
  readonly context: NaiveContext | null;
}

type Row = Omit<NaiveRow, "level"> & { readonly labels: Labels };

/** An endpoint or a gateway with its level, as a line. */
export const rowLine = (row: NaiveRow) => [row.address, row.port, row.health, row.weight, row.locality, row.level, row.mark].join(" ");

export function naiveRows(held: readonly Marked[], context: NaiveContext): readonly NaiveRow[] {
  const groups = [...new Set(held.map(({ locality }) => locality))].sort();
  const all = groups.flatMap((group) =>
    crossed(
      held.filter(({ locality }) => locality === group),
      group,
      context,
    ),
  );
  const levels = levelsOf(groups, all, context);
  return all.flatMap((row) => {
    const level = levels(row);
    return level === null ? [] : [{ ...row, level }];
  });
}

type Gateway = RawWorld["gateways"][number];

/** The gateways that istiod uses for a cluster. DNS services receive those of meshNetworks, and those of Services only with `sendsDnsToServiceGateways`. */
export function gatewaysOf(world: RawWorld, isDns: boolean): readonly Gateway[] {
  return isDns ? world.gateways.filter(({ source }) => source === "meshNetworks" || world.sendsDnsToServiceGateways === true) : world.gateways;
}

/** The gateways that lead to a network. Those of a Service have a cluster and go before those of meshNetworks. */
export function gatewaysTo(network: string, gateways: readonly Gateway[]): readonly Gateway[] {
  const all = gateways.filter((one) => one.network === network);
  const ofServices = all.filter(({ source }) => source !== "meshNetworks");
  return ofServices.length > 0 ? ofServices : all;
}

export type NaiveWay = "direct" | "gateway" | "no-address" | "no-gateway-mark" | "no-gateway-family";

/** The way from a caller to an endpoint, or the reason why there is none. Callers have IPv4 only. */
export function wayTo(
  one: Pick<Marked, "address" | "network" | "mark" | "port">,
  { world, view, isDns }: Pick<NaiveContext, "world" | "view" | "isDns">,
): NaiveWay {
  const gateways = gatewaysOf(world, isDns);
  if (gateways.length === 0) return "direct";
  const there = gatewaysTo(one.network, gateways);
  const isHere = one.network === "" || one.network === view.network;
  // Once a gateway exists, istiod drops everything without an IP address or host name: sockets, too.
  if (one.network === "" || there.length === 0 || isHere) return one.address === "" || one.port === 0 ? "no-address" : "direct";
  if (there.every(({ address }) => address.includes(":"))) return "no-gateway-family";
  return one.mark === "istio" ? "gateway" : "no-gateway-mark";
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** The factor of every weight: the least common multiple of the gateway counts of each network, and of each network and cluster. */
function weightFactor(gateways: readonly Gateway[]): number {
  const counts = gateways.flatMap(({ network, source }) => {
    const all = gateways.filter((one) => one.network === network);
    return [all.length, all.filter((one) => one.source === source).length];
  });
  return counts.reduce((factor, count) => (factor * count) / divisor(factor, count), 1);
}

function crossed(held: readonly Marked[], group: string, context: NaiveContext): readonly Row[] {
  const gateways = gatewaysOf(context.world, context.isDns);
  const factor = weightFactor(gateways);
  const originOf = (one: Marked): NaiveOrigin => ({ source: one.source, object: one.object, endpoint: one });
  const direct: Row[] = [];
  const behind = new Map<Gateway, { weight: number; origins: NaiveOrigin[] }>();
  for (const one of held) {
    const way = wayTo(one, context);
    if (way === "direct") direct.push({ ...one, weight: one.weight * factor, locality: group, isGateway: false, origins: [originOf(one)] });
    if (way !== "gateway") continue;
    const usable = gatewaysTo(one.network, gateways).filter(({ address }) => !address.includes(":"));
    for (const gateway of usable) {
      const sum = behind.get(gateway) ?? { weight: 0, origins: [] };
      behind.set(gateway, { weight: sum.weight + Math.floor((one.weight * factor) / usable.length), origins: [...sum.origins, originOf(one)] });
    }
  }
  const through = [...behind].map(([{ address, network, source, port = 15443 }, { weight, origins }]): Row => {
    const labels = { ...(source === "meshNetworks" ? {} : { "topology.istio.io/cluster": "Kubernetes" }), "topology.istio.io/network": network };
    return { address, port, health: "UNKNOWN", weight: weight || 1, mark: "istio", labels, locality: group, isGateway: true, origins };
  });
  return [...direct, ...through];
}

const raw = (locality: string) => [0, 1, 2].map((at) => locality.split("/")[at] ?? "");

/** The level of each row, or null if `distribute` leaves it out. */
function levelsOf(groups: readonly string[], all: readonly Row[], { world, view, policy, spread, labels }: NaiveContext): (row: Row) => number | null {
  const ofRule = get(policy, "loadBalancer", "localityLbSetting") as RawObject["spec"] | undefined;
  // A traffic distribution goes before the setting of the mesh, a rule before both.
  const written = ofRule ?? (spread === null ? world.mesh?.locality : undefined);
  const isOutlier = policy.outlierDetection !== undefined;
  if (written?.enabled === false) return () => 0;
  if (written?.distribute !== undefined) return distributed(rows(written.distribute), view);
  const forced = written === undefined ? spread : null;
  if (!isOutlier && forced === null) return () => 0;
  const zone = ["topology.istio.io/network", "topology.kubernetes.io/region", "topology.kubernetes.io/zone"];
  const keys = forced === null ? texts(written?.failoverPriority) : forced === "zone" ? zone : [...zone, "topology.istio.io/subzone", "kubernetes.io/hostname"];
  const failover = forced === null ? rows(written?.failover) : [];
  const byKeys = dense(all, (row) => labelLevel(row.labels, labels, keys));
  if (keys.length > 0 && failover.length === 0) return byKeys;
  const near = (row: Row) => (keys.length > 0 ? byKeys(row) * 5 : 0) + nearness(row.locality, view.locality, failover);
  // Without labels, a locality that lost all its endpoints keeps its level.
  const ghosts = keys.length > 0 ? [] : groups.map((group) => ({ locality: group }) as Row);
  return dense([...all, ...ghosts], near);
}

function dense(all: readonly Row[], level: (row: Row) => number): (row: Row) => number {
  const levels = [...new Set(all.map(level))].sort((a, b) => a - b);
  return (row) => levels.indexOf(level(row));
}

function nearness(group: string, from: string, failover: readonly Readonly<Record<string, unknown>>[]): number {
  const [ours, theirs] = [raw(from), raw(group)];
  if (ours[0] === theirs[0]) return ours[1] !== theirs[1] ? 2 : ours[2] !== theirs[2] ? 1 : 0;
  const target = failover.find((one) => one.from === ours[0])?.to;
  return target !== undefined && target !== theirs[0] ? 4 : 3;
}

function labelLevel(theirs: Labels, ours: Labels, keys: readonly string[]): number {
  let level = 0;
  for (let at = 0; at < keys.length; at++) {
    const [key = "", forced] = (keys[at] ?? "").split("=");
    if ((forced ?? ours[key] ?? "") === (theirs[key] ?? "")) continue;
    if (at === 0 && key === "topology.istio.io/network") level = keys.length;
    else return level + keys.length - at;
  }
  return level;
}

function distributed(rules: readonly Readonly<Record<string, unknown>>[], view: RawCaller): (row: Row) => number | null {
  const names = (rule: string, locality: string) => {
    const wanted = rule.split("/");
    return raw(locality).every((part, at) => wanted[at] === "*" || (at > 0 && !wanted[at]) || wanted[at] === part);
  };
  const rule = rules.find(({ from }) => names(from as string, view.locality));
  return (row) => (rule === undefined || Object.keys(rule.to as object).some((target) => names(target, row.locality)) ? 0 : null);
}
