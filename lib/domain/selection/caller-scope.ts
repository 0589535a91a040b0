import { type Definition, definitionsOf } from "./definitions";
import { isWithin } from "./host-name";
import { byAge, forListener, type ImportsByNamespace, importsOf, type Search } from "./imports";
import { isOfRevision, missingPairs, withDerived } from "./machine";
import { definitionFor, withDefinition } from "./merged-definitions";
import type { Egress, Sidecar } from "./policies";
import { importedByRoutes } from "./routed-hosts";
import { audienceOf, isVisibleTo } from "./visibility";
import type { Caller, SelectionWorld } from "./world";

/** The hosts that a caller knows, each with the one definition that it gets; and the Sidecar that narrows them, or null. */
export interface CallerScope {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly sidecar: Sidecar | null;
}

const EVERYTHING: Egress = { port: null, protocol: "", hosts: ["*/*"] };

/**
 * The services of a caller: exported to it, imported by its Sidecar, one definition for each host name (docs/istio.md#exportto, #sidecars). A Pod outside the
 * mesh has none.
 */
export function scopeOf(world: SelectionWorld, caller: Caller, definitions: readonly Definition[] = definitionsOf(world)): CallerScope {
  if (caller.kind === "outside") return { definitions: new Map(), sidecar: null };
  const sidecar = caller.kind === "gateway" ? null : sidecarOf(world, caller);
  const listeners = sidecar === null || sidecar.egress.length === 0 ? [EVERYTHING] : sidecar.egress;
  const scope = new Map<string, Definition>();
  for (const listener of listeners) {
    const imports = importsOf(listener, caller.namespace, world.mesh);
    for (const definition of selected(listener, imports, { world, caller, definitions })) withDefinition(scope, definition);
    if (caller.kind === "gateway") continue;
    for (const definition of importedByRoutes(listener, imports, { world, caller, definitions })) withDefinition(scope, definition);
  }
  return { definitions: scope, sidecar };
}

/**
 * The Sidecar of a caller: of its namespace the oldest that selects it, those with a selector first; else that of the root namespace (docs/istio.md#sidecars).
 */
export function sidecarOf({ sidecars, mesh }: SelectionWorld, caller: Caller): Sidecar | null {
  const labels = withDerived(caller.labels, caller, mesh);
  const isHere = (namespace: string) => namespace === caller.namespace || namespace === mesh.rootNamespace;
  const ours = sidecars.filter((one) => isHere(one.namespace) && isOfRevision(one.labels, mesh)).sort(byAge);
  const here = ours.filter(({ namespace }) => namespace === caller.namespace);
  const selecting = here.find(({ callers }) => callers !== null && missingPairs(callers, labels).length === 0);
  return selecting ?? here.find(({ callers }) => callers === null) ?? ours.find((one) => one.namespace === mesh.rootNamespace && one.callers === null) ?? null;
}

/**
 * The definitions that a listener imports, of one namespace for each host: a sidecar's own, else a Kubernetes Service's, else the first. A gateway does not
 * prefer its own (docs/istio.md#owners).
 */
function selected(listener: Egress, imports: ImportsByNamespace, search: Search): readonly Definition[] {
  const own = search.caller.kind === "gateway" ? null : search.caller.namespace;
  const imported = candidatesOf(imports, search).flatMap((definition) => {
    const lists = [imports.get(definition.namespace), imports.get("*")];
    if (lists.some((list) => list?.excluded.some((host) => isWithin(definition.host, host)))) return [];
    if (!lists.some((list) => list?.imported.some((host) => isWithin(definition.host, host)))) return [];
    const trimmed = forListener(definition, listener);
    return trimmed === null ? [] : [trimmed];
  });
  const winners = new Map<string, Definition>();
  for (const definition of imported) {
    const best = winners.get(definition.host);
    const prefersKind = best?.origin.kind !== "Service" && definition.origin.kind === "Service";
    if (best === undefined || definition.namespace === own) winners.set(definition.host, definition);
    else if (prefersKind && best.namespace !== own) winners.set(definition.host, definition);
  }
  return imported.filter((definition) => winners.get(definition.host)?.namespace === definition.namespace);
}

/** Exported by name before exported to all, each oldest first. A listener that names hosts one by one gets one definition for each, by name. */
function candidatesOf(imports: ImportsByNamespace, { world, caller, definitions }: Search): readonly Definition[] {
  const isExact = [...imports].every(([namespace, { imported }]) => namespace !== "*" && imported.every((host) => !host.startsWith("*")));
  if (isExact) {
    const named = [...imports].flatMap(([namespace, { imported }]) => [...new Set(imported)].map((host) => definitionFor(definitions, host, namespace)));
    return definitions.filter((one) => named.includes(one) && isVisibleTo(one, caller.namespace, world.mesh));
  }
  const audiences = new Map(definitions.map((one) => [one, audienceOf(one, world.mesh)]));
  const byName = definitions.filter((one) => audiences.get(one) !== "all" && audiences.get(one)?.includes(caller.namespace));
  return [...byName, ...definitions.filter((one) => audiences.get(one) === "all")];
}
