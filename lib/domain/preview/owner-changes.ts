import { isHostWithin, isWildcard, serviceHostName } from "@/lib/domain/selection/host-name";
import type { MeshService } from "@/lib/domain/selection/objects";
import { hostNameOwnership } from "@/lib/domain/selection/ownership";
import { BARE_SIDECAR_CALLER, type SelectionWorld } from "@/lib/domain/selection/world";

/** The identity of a Service or ServiceEntry that has a host name. */
export type HostNameClaimant = Pick<MeshService, "kind" | "namespace" | "name">;

/** The object that defines a host name for some callers (its owner), before and after an edit. Null = no object defines it for them. */
export interface HostNameOwnersBeforeAfter {
  readonly host: string;
  /** The namespaces of the callers, as far as objects contain their names. `elsewhere`: the change also applies to all other namespaces. */
  readonly namespaces: readonly string[];
  readonly elsewhere: boolean;
  readonly before: HostNameClaimant | null;
  readonly after: HostNameClaimant | null;
  /** Other objects with the host name after the edit, whose endpoints these callers do not receive. */
  readonly losers: readonly HostNameClaimant[];
  /** False if two objects with equal namespace and age have the host name. The owner is then not determined (docs/istio.md#owners). */
  readonly isDetermined: boolean;
}

/** Stands for all namespaces of callers that are in no object. */
const ELSEWHERE = "\u0000elsewhere";

/**
 * Returns the owner of each host name before and after an edit, for every namespace with callers (docs/istio.md#owners). All namespaces that are in
 * no object with the host name, no `exportTo` and no Sidecar have one and the same owner.
 */
export function hostNameOwnersBeforeAfter(
  hosts: Iterable<string>,
  worlds: { readonly before: SelectionWorld; readonly after: SelectionWorld },
): readonly HostNameOwnersBeforeAfter[] {
  return [...hosts].flatMap((host) => {
    const [before, after] = [claimantsOnly(worlds.before, host), claimantsOnly(worlds.after, host)];
    const named = [...new Set([...namedNamespaces(before), ...namedNamespaces(after)])].sort();
    const changes = [...named, ELSEWHERE].map((namespace) => changeFor(host, namespace, { before, after }));
    return joined(changes);
  });
}

type ForOne = HostNameOwnersBeforeAfter & { readonly key: string };

function changeFor(host: string, namespace: string, { before, after }: { readonly before: SelectionWorld; readonly after: SelectionWorld }): ForOne {
  const caller = { ...BARE_SIDECAR_CALLER, namespace };
  const [was, is] = [hostNameOwnership(host, caller, before), hostNameOwnership(host, caller, after)];
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

/** Merges the changes of namespaces with equal owners and losers into one. */
function joined(changes: readonly ForOne[]): readonly HostNameOwnersBeforeAfter[] {
  const byKey = new Map<string, HostNameOwnersBeforeAfter>();
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
    services: world.services.filter(({ name, namespace }) => serviceHostName(name, namespace, world.mesh.domain) === host),
    serviceEntries: world.serviceEntries.filter(({ hosts }) => hosts.includes(host)),
  };
}

function namedNamespaces({ services, serviceEntries, sidecars, virtualServices, mesh }: SelectionWorld): readonly string[] {
  const claimants = [...services, ...serviceEntries];
  const exported = claimants.flatMap(({ exportTo }) => exportTo).filter((one) => !["*", ".", "~"].includes(one));
  // A Sidecar of the root namespace applies to all namespaces. The root namespace itself is listed like any other.
  const places = [...claimants, ...sidecars, ...virtualServices].map(({ namespace }) => namespace);
  return [...exported, ...places, ...mesh.serviceExportTo.filter((one) => !["*", ".", "~"].includes(one))];
}

function claimantOf({ kind, namespace, name }: MeshService): HostNameClaimant {
  return { kind, namespace, name };
}

/** Returns true if both identify the same object, or both are null. */
export function isSameClaimant(one: HostNameClaimant | null, other: HostNameClaimant | null): boolean {
  return one?.kind === other?.kind && one?.namespace === other?.namespace && one?.name === other?.name;
}

/** A host name with an object that has it. */
export interface HostNameWithClaimant {
  readonly host: string;
  readonly of: HostNameClaimant;
}

/**
 * A host name whose requests go to another object because of wildcards. Envoy chooses the most specific name that the caller received: an exact name before a
 * wildcard, the longest wildcard before shorter ones (a virtual host's `domains`).
 */
export type WildcardOwnerChange =
  /** Requests for `host` went to a wildcard of another object before the edit. They go to the edited object after it. */
  | { readonly what: "takes-from"; readonly host: string; readonly wildcard: HostNameWithClaimant }
  /** The edited object no longer has `host`. Requests for it go to a wildcard of another object after the edit. */
  | { readonly what: "falls-to"; readonly host: string; readonly wildcard: HostNameWithClaimant }
  /** The edited object has a new wildcard. Host names of other objects within it stay with those objects. */
  | { readonly what: "leaves-out"; readonly host: string; readonly others: readonly HostNameWithClaimant[] };

/** Returns the wildcard changes of host names that an edit adds or removes. `others`: the host names of all other visible objects. */
export function wildcardOwnerChanges(
  edit: { readonly before: readonly string[]; readonly after: readonly string[] },
  others: readonly HostNameWithClaimant[],
): readonly WildcardOwnerChange[] {
  const elsewhere = (host: string) => others.some((other) => other.host === host);
  const brought = edit.after.filter((host) => !edit.before.includes(host));
  const taken = edit.before.filter((host) => !edit.after.includes(host) && !elsewhere(host));
  return [
    ...brought.flatMap((host): readonly WildcardOwnerChange[] => {
      const wildcard = elsewhere(host) ? null : nearestAbove(host, others);
      return wildcard === null ? [] : [{ what: "takes-from", host, wildcard }];
    }),
    ...taken.flatMap((host): readonly WildcardOwnerChange[] => {
      const own = edit.after.some((other) => isAbove(other, host));
      const wildcard = own ? null : nearestAbove(host, others);
      return wildcard === null ? [] : [{ what: "falls-to", host, wildcard }];
    }),
    ...brought.filter(isWildcard).flatMap((host): readonly WildcardOwnerChange[] => {
      const within = others.filter((other) => isAbove(host, other.host));
      return within.length === 0 ? [] : [{ what: "leaves-out", host, others: within }];
    }),
  ];
}

/** Returns the longest wildcard that contains a host name. */
function nearestAbove(host: string, others: readonly HostNameWithClaimant[]): HostNameWithClaimant | null {
  return others.reduce<HostNameWithClaimant | null>(
    (best, other) => (isAbove(other.host, host) && other.host.length > (best?.host.length ?? 0) ? other : best),
    null,
  );
}

function isAbove(wildcard: string, host: string): boolean {
  return wildcard !== host && isWildcard(wildcard) && isHostWithin(host, wildcard);
}
