import { get, type Labels, type NaiveEndpoint, rows, texts } from "./naive-held";
import type { RawObject, RawView, RawWorld } from "./selection-worlds";

type Marked = NaiveEndpoint & { readonly mark: string };

interface NaivePlace {
  readonly world: RawWorld;
  readonly view: RawView;
  readonly isDns: boolean;
  readonly policy: RawObject["spec"];
  readonly spread: "zone" | "node" | null;
  readonly labels: Labels;
}

interface Row {
  readonly address: string;
  readonly port: number;
  readonly health: string;
  readonly weight: number;
  readonly mark: string;
  readonly labels: Labels;
  readonly group: string;
}

/** Endpoints behind gateways, with their levels, as lines: address, port, health, weight, locality, level, mark. */
export function naiveOrder(held: readonly Marked[], place: NaivePlace): readonly string[] {
  const groups = [...new Set(held.map(({ locality }) => locality))].sort();
  const all = groups.flatMap((group) =>
    crossed(
      held.filter(({ locality }) => locality === group),
      group,
      place,
    ),
  );
  const levels = levelsOf(groups, all, place);
  const lines = all.flatMap((row) => {
    const level = levels(row);
    return level === null ? [] : [[row.address, row.port, row.health, row.weight, row.group, level, row.mark].join(" ")];
  });
  return lines.sort();
}

function crossed(held: readonly Marked[], group: string, { world, view, isDns }: NaivePlace): readonly Row[] {
  const rowOf = (one: Marked, weight: number): Row => ({ ...one, weight, group });
  if (isDns || world.gateways.length === 0) return held.map((one) => rowOf(one, one.weight));
  const factor = world.gateways.filter(({ network }) => network === "v2").length === 2 ? 2 : 1;
  const direct: Row[] = [];
  const behind = new Map<string, number>();
  const networkOf = new Map<string, string>();
  for (const one of held) {
    const gateways = world.gateways.filter(({ network }) => network === one.network);
    const isHere = one.network === "" || one.network === view.network;
    const mustCross = one.network !== "" && gateways.length > 0 && !isHere;
    const usable = gateways.filter(({ address }) => !address.includes(":"));
    if (!mustCross) {
      if (one.address !== "") direct.push(rowOf(one, one.weight * factor));
    } else if (one.mark === "istio") {
      for (const { address, network } of usable) {
        behind.set(address, (behind.get(address) ?? 0) + Math.floor((one.weight * factor) / usable.length));
        networkOf.set(address, network);
      }
    }
  }
  const through = [...behind].map(([address, weight]) => {
    const labels = { "topology.istio.io/cluster": "Kubernetes", "topology.istio.io/network": networkOf.get(address) ?? "" };
    return { address, port: 15443, health: "UNKNOWN", weight: weight || 1, mark: "istio", labels, group };
  });
  return [...direct, ...through];
}

const raw = (locality: string) => [0, 1, 2].map((at) => locality.split("/")[at] ?? "");

/** The level of each row, or null where it is left out. */
function levelsOf(groups: readonly string[], all: readonly Row[], { view, policy, spread, labels }: NaivePlace): (row: Row) => number | null {
  const written = get(policy, "loadBalancer", "localityLbSetting") as RawObject["spec"] | undefined;
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
  const near = (row: Row) => (keys.length > 0 ? byKeys(row) * 5 : 0) + nearness(row.group, view.locality, failover);
  // Without labels a locality that lost all its endpoints keeps its level.
  const ghosts = keys.length > 0 ? [] : groups.map((group) => ({ group }) as Row);
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

function distributed(rules: readonly Readonly<Record<string, unknown>>[], view: RawView): (row: Row) => number | null {
  const names = (rule: string, locality: string) => {
    const wanted = rule.split("/");
    return raw(locality).every((part, at) => wanted[at] === "*" || (at > 0 && !wanted[at]) || wanted[at] === part);
  };
  const rule = rules.find(({ from }) => names(from as string, view.locality));
  return (row) => (rule === undefined || Object.keys(rule.to as object).some((place) => names(place, row.group)) ? 0 : null);
}
