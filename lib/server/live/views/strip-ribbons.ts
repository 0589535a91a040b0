import { compareText } from "@/lib/domain/object/compare-text";

/**
 * The most machines with a cell each: 4,800 in groups of 120 are 990 px high at 1,440 px (one screen) and 2,380 px at 390 px. In a larger fleet only machines
 * in trouble have cells.
 */
export const MOST_CELLS = 5_000;

/** A group, or the machines of a namespace that belong to none. */
export interface StripGroup {
  readonly cluster: string;
  readonly namespace: string;
  /** Its total. */
  readonly machines: number;
  /** The machines of the total that are unhealthy, lost, missing or unverified. */
  readonly inTrouble: number;
}

/** One group, or several that share a ribbon. `namespace` "" = the groups are in several namespaces. */
export interface SharedRibbon<G> {
  readonly cluster: string;
  readonly namespace: string;
  readonly groups: readonly G[];
  readonly shared: { readonly isTrouble: boolean; readonly namespaces: number } | null;
}

/** So many ribbons of the window allow one more namespace with ribbons of its own. */
const RIBBONS_FOR_NAMESPACE = 12;
/** A namespace has ribbons for so many groups in trouble, also if many namespaces are drawn. */
const LEAST_GROUPS = 4;

/**
 * Returns the ribbons of a strip. They contain each group once. A fleet with few machines and groups has a ribbon per group. In a larger one, the worst
 * namespaces have ribbons for their worst groups, and other groups share ribbons. All are in the order of `groups`: a ribbon does not move when a state changes.
 */
export function ribbonsOf<G extends StripGroup>(groups: readonly G[], limit: number): readonly SharedRibbon<G>[] {
  if (groups.length <= limit && !hasSharedRibbons(groups)) return groups.map(ownRibbon);
  const namespaces = byPlace(groups, ({ cluster, namespace }) => `${cluster}/${namespace}`);
  const drawn = new Set([...namespaces].sort(worstFirst).slice(0, Math.max(1, Math.floor(limit / RIBBONS_FOR_NAMESPACE))));
  const ownGroups = Math.max(LEAST_GROUPS, Math.floor(limit / (3 * drawn.size)));
  return byPlace(groups, ({ cluster }) => cluster).flatMap(({ cluster }) => {
    const own = namespaces.filter((namespace) => namespace.cluster === cluster);
    const rest = own.filter((namespace) => !drawn.has(namespace));
    return [...own.filter((namespace) => drawn.has(namespace)).flatMap((namespace) => ribbonsOfNamespace(namespace, ownGroups)), ...ribbonsOfRest(rest)];
  });
}

/** Returns true for a fleet with too many machines for a cell each. */
export function hasSharedRibbons(groups: readonly StripGroup[]): boolean {
  return sum(groups, ({ machines }) => machines) > MOST_CELLS;
}

interface Place<G> extends StripGroup {
  readonly groups: readonly G[];
}

function byPlace<G extends StripGroup>(groups: readonly G[], keyOf: (group: G) => string): readonly Place<G>[] {
  const places = new Map<string, G[]>();
  for (const group of groups) {
    const place = places.get(keyOf(group));
    if (place === undefined) places.set(keyOf(group), [group]);
    else place.push(group);
  }
  return [...places.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { cluster, namespace } = first;
    return [{ cluster, namespace, groups: own, machines: sum(own, ({ machines }) => machines), inTrouble: sum(own, ({ inTrouble }) => inTrouble) }];
  });
}

function ribbonsOfNamespace<G extends StripGroup>({ cluster, namespace, groups }: Place<G>, most: number): readonly SharedRibbon<G>[] {
  if (groups.length <= most) return groups.map(ownRibbon);
  const own = new Set(
    groups
      .filter(({ inTrouble }) => inTrouble > 0)
      .sort(worstFirst)
      .slice(0, most),
  );
  const others = groups.filter((group) => !own.has(group));
  return [...groups.filter((group) => own.has(group)).map(ownRibbon), ...sharedRibbons({ cluster, namespace }, others, 1)];
}

function ribbonsOfRest<G extends StripGroup>(namespaces: readonly Place<G>[]): readonly SharedRibbon<G>[] {
  const [first] = namespaces;
  if (first === undefined) return [];
  const place = { cluster: first.cluster, namespace: "" };
  return sharedRibbons(
    place,
    namespaces.flatMap(({ groups }) => groups),
    namespaces.length,
  );
}

/** One ribbon for the groups in trouble, one for the others. */
function sharedRibbons<G extends StripGroup>(place: Pick<StripGroup, "cluster" | "namespace">, groups: readonly G[], namespaces: number) {
  return [true, false].flatMap((isTrouble): SharedRibbon<G>[] => {
    const own = groups.filter(({ inTrouble }) => inTrouble > 0 === isTrouble);
    return own.length === 0 ? [] : [{ ...place, groups: own, shared: { isTrouble, namespaces } }];
  });
}

function ownRibbon<G extends StripGroup>(group: G): SharedRibbon<G> {
  return { cluster: group.cluster, namespace: group.namespace, groups: [group], shared: null };
}

/** The larger ones first among those without trouble: a namespace or group that keeps its ribbon is easier to find again. */
function worstFirst(a: StripGroup, b: StripGroup): number {
  return b.inTrouble - a.inTrouble || b.machines - a.machines || compareText(a.cluster, b.cluster) || compareText(a.namespace, b.namespace);
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}
