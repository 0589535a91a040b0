import { type NamespaceScope, WATCHED_KINDS, type WatchedKind } from "@/lib/domain/source/scope";
import { SOURCE_NAMES, SOURCES, type SourceName } from "@/lib/domain/source/source";
import type { Kind, WatchPlace } from "@/lib/server/cluster/kind";
import { KINDS, RESOURCES } from "@/lib/server/cluster/kinds";
import type { KubeClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { pluralOf, type Resource } from "@/lib/server/kube/resource";
import { reviewAccess } from "@/lib/server/kube/review-access";
import type { NeededNow } from "./source-needs";

/** Where each kind may be listed and watched; a kind without rights is missing. */
export type Rights = ReadonlyMap<WatchedKind, NamespaceScope>;

/** Kinds that are asked for in every namespace in use. */
const PER_NAMESPACE = kindsWatchedIn("namespaces", "on-demand");

/** Kinds that are asked for in istiod's namespace. */
const OF_ISTIOD = kindsWatchedIn("istiod-namespace", "named");

/** Kinds of which single objects are watched, each by its name, with their source: the right to one of these is asked for, and to nothing else. */
const NAMED: ReadonlyMap<WatchedKind, SourceName> = new Map(
  SOURCE_NAMES.filter((name) => KINDS[name].place === "named").map((name) => [SOURCES[name].kind, name] as const),
);

export interface RightsQuestion {
  /** Namespaces to ask about where a kind may not be seen everywhere. */
  readonly namespaces: readonly string[];
  /** Where istiod runs: its Pods, Deployments and mesh configurations are asked for there too. */
  readonly istioNamespace: string;
  /** Names of single objects beside those that are always watched. */
  readonly needed?: NeededNow;
  /** Hears at once that entries may be followed everywhere, before the other kinds are asked about. */
  readonly onEntries?: () => void;
}

/** Asks the cluster what the client's own credentials may list and watch: everywhere first, then namespace by namespace. */
export async function askRights(client: KubeClient, question: RightsQuestion): Promise<Answer<Rights>> {
  const rights = new Map<WatchedKind, NamespaceScope>();
  const kinds = WATCHED_KINDS.filter((kind) => !NAMED.has(kind)).map((kind) => RESOURCES[kind]);
  // One question goes ahead: a server that is down is asked once, not once for every kind.
  const ahead = await mayFollow(client, RESOURCES.workloadentries, null);
  if (!ahead.ok) return ahead;
  if (ahead.value) question.onEntries?.();
  const everywhere = await Promise.all(kinds.map((resource) => (resource.kind === "workloadentries" ? ahead : mayFollow(client, resource, null))));
  for (const [index, resource] of kinds.entries()) {
    const answer = everywhere[index];
    if (answer === undefined) continue;
    if (!answer.ok) return answer;
    if (answer.value) rights.set(resource.kind, "all");
  }
  const places = new Set([...question.namespaces, question.istioNamespace]);
  for (const namespace of [...places].sort()) {
    const asked = kindsFor(namespace, question).filter((kind) => rights.get(kind) !== "all");
    const answers = await Promise.all(asked.map((kind) => mayFollowAny(client, RESOURCES[kind], namespace, question)));
    for (const [index, kind] of asked.entries()) {
      const answer = answers[index];
      if (answer === undefined) continue;
      if (!answer.ok) return answer;
      if (answer.value) rights.set(kind, [...asList(rights.get(kind)), namespace]);
    }
  }
  return { ok: true, value: rights };
}

function kindsFor(namespace: string, question: RightsQuestion): readonly WatchedKind[] {
  const own = question.namespaces.includes(namespace) ? PER_NAMESPACE : [];
  return namespace === question.istioNamespace ? [...new Set([...own, ...OF_ISTIOD])] : own;
}

function kindsWatchedIn(...places: WatchPlace[]): readonly WatchedKind[] {
  return [...new Set(SOURCE_NAMES.filter((name) => places.includes(KINDS[name].place)).map((name) => SOURCES[name].kind))];
}

/** May the kind be followed in a namespace; where single objects are, is there one that may be? */
async function mayFollowAny(client: KubeClient, resource: (typeof RESOURCES)[WatchedKind], namespace: string, question: RightsQuestion) {
  const source = NAMED.get(resource.kind);
  if (source === undefined) return mayFollow(client, resource, namespace);
  const { names = [] }: Kind<unknown> = KINDS[source];
  let answer: Answer<boolean> = { ok: true, value: false };
  for (const name of new Set([...names, ...(question.needed?.(source) ?? [])])) {
    answer = await mayFollow(client, resource, namespace, name);
    if (!answer.ok || answer.value) break;
  }
  return answer;
}

async function mayFollow(client: KubeClient, resource: Resource, namespace: string | null, name?: string): Promise<Answer<boolean>> {
  const narrower = name === undefined ? {} : { name };
  for (const verb of ["list", "watch"] as const) {
    const answer = await reviewAccess(client, { verb, group: resource.group, resource: pluralOf(resource), namespace, ...narrower });
    if (!answer.ok || !answer.value) return answer;
  }
  return { ok: true, value: true };
}

function asList(scope: NamespaceScope | undefined): readonly string[] {
  return scope === undefined || scope === "all" ? [] : scope;
}
