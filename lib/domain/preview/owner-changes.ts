import { isWildcard, isWithin, serviceHost } from "@/lib/domain/selection/host-name";
import type { Selector } from "@/lib/domain/selection/objects";
import { ownershipOf } from "@/lib/domain/selection/ownership";
import { ANY_CALLER, type SelectionWorld } from "@/lib/domain/selection/world";

/** An object that claims a host, by what names it. */
export type Claimant = Pick<Selector, "kind" | "namespace" | "name">;

/** Whose a host is for some callers before and after an edit; null = the host is unknown to them. */
export interface OwnerChange {
  readonly host: string;
  /** The callers' namespaces that are named by some object; `elsewhere`: all others too. */
  readonly namespaces: readonly string[];
  readonly elsewhere: boolean;
  readonly before: Claimant | null;
  readonly after: Claimant | null;
  /** Others that claim the host after the edit and whose endpoints these callers are not sent. */
  readonly losers: readonly Claimant[];
  /** False where two objects of one namespace and age claim it: which defines it is not determined (docs/istio.md#owners). */
  readonly isDetermined: boolean;
}

/** A caller's namespace that no object names: it stands for all of those. */
const ELSEWHERE = "\u0000elsewhere";

/**
 * Who has each of these hosts, for every namespace that could call it, before and after an edit (docs/istio.md#owners). `namespaces`: those that are known;
 * one that no claimant, exportTo or Sidecar names sees what all such see.
 */
export function ownerChanges(hosts: Iterable<string>, worlds: { readonly before: SelectionWorld; readonly after: SelectionWorld }): readonly OwnerChange[] {
  return [...hosts].flatMap((host) => {
    const [before, after] = [claimantsOnly(worlds.before, host), claimantsOnly(worlds.after, host)];
    const named = [...new Set([...namedNamespaces(before), ...namedNamespaces(after)])].sort();
    const changes = [...named, ELSEWHERE].map((namespace) => changeFor(host, namespace, { before, after }));
    return joined(changes);
  });
}

type ForOne = OwnerChange & { readonly key: string };

function changeFor(host: string, namespace: string, { before, after }: { readonly before: SelectionWorld; readonly after: SelectionWorld }): ForOne {
  const caller = { ...ANY_CALLER, namespace };
  const [was, is] = [ownershipOf(host, caller, before), ownershipOf(host, caller, after)];
  const losers = is.claims
    .filter(({ outcome }) => outcome === "other-namespace-wins" || outcome === "not-exported" || outcome === "not-imported")
    .map(({ definition }) => claimantOf(definition.origin));
  const told = {
    before: was.winner === null ? null : claimantOf(was.winner.origin),
    after: is.winner === null ? null : claimantOf(is.winner.origin),
    losers,
    isDetermined: is.isDetermined,
  };
  const elsewhere = namespace === ELSEWHERE;
  return { host, namespaces: elsewhere ? [] : [namespace], elsewhere, ...told, key: JSON.stringify(told) };
}

/** Namespaces of which the same is true, told together. */
function joined(changes: readonly ForOne[]): readonly OwnerChange[] {
  const byKey = new Map<string, OwnerChange>();
  for (const { key, ...change } of changes) {
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, change);
    else byKey.set(key, { ...known, namespaces: [...known.namespaces, ...change.namespaces], elsewhere: known.elsewhere || change.elsewhere });
  }
  return [...byKey.values()];
}

function claimantsOnly(world: SelectionWorld, host: string): SelectionWorld {
  return {
    ...world,
    entries: [],
    pods: [],
    services: world.services.filter(({ name, namespace }) => serviceHost(name, namespace, world.mesh.domain) === host),
    serviceEntries: world.serviceEntries.filter(({ hosts }) => hosts.includes(host)),
  };
}

function namedNamespaces({ services, serviceEntries, sidecars, virtualServices, mesh }: SelectionWorld): readonly string[] {
  const claimants = [...services, ...serviceEntries];
  const exported = claimants.flatMap(({ exportTo }) => exportTo).filter((one) => !["*", ".", "~"].includes(one));
  // A Sidecar of the root namespace is everybody's, and a namespace like any other.
  const places = [...claimants, ...sidecars, ...virtualServices].map(({ namespace }) => namespace);
  return [...exported, ...places, ...mesh.serviceExportTo.filter((one) => !["*", ".", "~"].includes(one))];
}

function claimantOf({ kind, namespace, name }: Selector): Claimant {
  return { kind, namespace, name };
}

/** Do both name the same object? */
export function isSameObject(one: Claimant | null, other: Claimant | null): boolean {
  return one?.kind === other?.kind && one?.namespace === other?.namespace && one?.name === other?.name;
}

/** A host of an object. */
export interface NamedHost {
  readonly host: string;
  readonly of: Claimant;
}

/**
 * What an edit does to requests between hosts of several names: the most specific of those that a caller knows takes a request (Envoy: a virtual host's
 * `domains`, an exact name before a wildcard, the longest wildcard before shorter ones).
 */
export type WildcardChange =
  /** Requests for `host` went to a wildcard of another object, and come to the edited one. */
  | { readonly what: "takes-from"; readonly host: string; readonly wildcard: NamedHost }
  /** The edited object has `host` no more: requests for it go on to a wildcard of another object. */
  | { readonly what: "falls-to"; readonly host: string; readonly wildcard: NamedHost }
  /** The edited object has a wildcard; hosts of other objects within it stay with these. */
  | { readonly what: "leaves-out"; readonly host: string; readonly others: readonly NamedHost[] };

/** Of the hosts that an edit brings and takes away, what becomes of requests. `others`: the hosts of all other objects in sight. */
export function wildcardChanges(
  edit: { readonly before: readonly string[]; readonly after: readonly string[] },
  others: readonly NamedHost[],
): readonly WildcardChange[] {
  const elsewhere = (host: string) => others.some((other) => other.host === host);
  const brought = edit.after.filter((host) => !edit.before.includes(host));
  const taken = edit.before.filter((host) => !edit.after.includes(host) && !elsewhere(host));
  return [
    ...brought.flatMap((host): readonly WildcardChange[] => {
      const wildcard = elsewhere(host) ? null : nearestAbove(host, others);
      return wildcard === null ? [] : [{ what: "takes-from", host, wildcard }];
    }),
    ...taken.flatMap((host): readonly WildcardChange[] => {
      const own = edit.after.some((other) => isAbove(other, host));
      const wildcard = own ? null : nearestAbove(host, others);
      return wildcard === null ? [] : [{ what: "falls-to", host, wildcard }];
    }),
    ...brought.filter(isWildcard).flatMap((host): readonly WildcardChange[] => {
      const within = others.filter((other) => isAbove(host, other.host));
      return within.length === 0 ? [] : [{ what: "leaves-out", host, others: within }];
    }),
  ];
}

/** The longest wildcard above a host. */
function nearestAbove(host: string, others: readonly NamedHost[]): NamedHost | null {
  return others.reduce<NamedHost | null>((best, other) => (isAbove(other.host, host) && other.host.length > (best?.host.length ?? 0) ? other : best), null);
}

function isAbove(wildcard: string, host: string): boolean {
  return wildcard !== host && isWildcard(wildcard) && isWithin(host, wildcard);
}
