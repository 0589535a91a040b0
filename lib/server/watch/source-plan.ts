import { hasNamespace, type NamespaceScope } from "@/lib/domain/source/scope";
import { ALL_NAMESPACES, SOURCE_NAMES, SOURCES, type SourceName, sourceDefinition } from "@/lib/domain/source/source";
import type { Kind } from "@/lib/server/cluster/kind";
import { KINDS } from "@/lib/server/cluster/kinds";
import type { Rights } from "./rights";
import { type NeededNow, NOTHING_NEEDED } from "./source-needs";

/** One collection to watch; `namespace` null = all. `name` is that of the one object to watch there, "" = all objects. */
export interface PlannedSource {
  readonly key: string;
  readonly source: SourceName;
  readonly namespace: string | null;
  readonly name: string;
}

/** A source that is to be watched and may not be, in a namespace or (null) anywhere. */
export interface DeniedSource {
  readonly source: SourceName;
  readonly namespace: string | null;
}

/** What to watch with these rights, and which sources are out of reach. `needed`: the namespaces that views need of sources watched on demand, or the names of single objects. */
export function planSources(
  rights: Rights,
  istioNamespace: string,
  needed: NeededNow = NOTHING_NEEDED,
): { readonly sources: readonly PlannedSource[]; readonly denied: readonly DeniedSource[] } {
  const sources: PlannedSource[] = [];
  const denied: DeniedSource[] = [];
  for (const source of SOURCE_NAMES) {
    const scope = rights.get(SOURCES[source].kind) ?? [];
    const { mayBeAbsent } = sourceDefinition(source);
    const { place, names = [] }: Kind<unknown> = KINDS[source];
    if (place === "named") {
      if (!hasNamespace(scope, istioNamespace)) denied.push({ source, namespace: null });
      else for (const name of new Set([...names, ...needed(source)])) sources.push(planned(source, istioNamespace, name));
      continue;
    }
    if (place === "on-demand") {
      const plan = planNeeded(source, scope, needed(source));
      sources.push(...plan.sources);
      denied.push(...plan.denied);
      continue;
    }
    const places = scope === "all" ? [null] : place === "istiod-namespace" ? scope.filter((name) => name === istioNamespace) : scope;
    // Whether the cluster has the kind at all is told to whoever may not list it too: where it has not, nothing is denied.
    if (places.length === 0 && mayBeAbsent) sources.push(planned(source, place === "istiod-namespace" ? istioNamespace : null));
    else if (places.length === 0) denied.push({ source, namespace: null });
    for (const namespace of places) sources.push(planned(source, namespace));
  }
  return { sources, denied };
}

/** Where many namespaces are needed of which none may be seen, that is one line and not one for each. */
function planNeeded(source: SourceName, scope: NamespaceScope, needed: readonly string[]): ReturnType<typeof planSources> {
  if (scope === "all" && needed.includes(ALL_NAMESPACES)) return { sources: [planned(source, null)], denied: [] };
  const names = needed.filter((name) => name !== ALL_NAMESPACES);
  const [allowed, others] = [true, false].map((isAllowed) => names.filter((name) => hasNamespace(scope, name) === isAllowed));
  const isNone = allowed?.length === 0 && (others?.length ?? 0) > 1;
  return {
    sources: (allowed ?? []).map((namespace) => planned(source, namespace)),
    denied: isNone ? [{ source, namespace: null }] : (others ?? []).map((namespace) => ({ source, namespace })),
  };
}

function planned(source: SourceName, namespace: string | null, name = ""): PlannedSource {
  return { key: `${source}/${namespace ?? "*"}${name && `/${name}`}`, source, namespace, name };
}

/** The entries of all namespaces: as every plan has them that may watch them there. */
export const ALL_ENTRIES = planned("workloadentries", null);
