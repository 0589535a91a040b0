import type { NamespaceScope, WatchedKind } from "@/lib/domain/scope";
import { SOURCE_NAMES, SOURCES } from "@/lib/domain/source";
import type { KubeClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import type { WatchPlace } from "@/lib/server/kube/kube-source";
import { KUBE_SOURCES } from "@/lib/server/kube/kube-sources";
import { pluralOf } from "@/lib/server/kube/resource";
import { RESOURCES } from "@/lib/server/kube/resources";
import { reviewAccess } from "@/lib/server/kube/review-access";

/** What a viewer may see of one cluster: only what the server itself may read is asked about. */
export interface ScopeQuestion {
  /** What the server's own account may read. */
  readonly server: ReadonlyMap<WatchedKind, NamespaceScope>;
  /** Namespaces that hold something: asked about where a kind may not be read everywhere. */
  readonly inhabited: readonly string[];
  /** Other namespaces: asked about for groups alone, so that whoever brings the first machines sees where they go. */
  readonly empty: readonly string[];
  /** Where istiod's Pods are: asked about too. */
  readonly istioNamespace: string;
}

/** Kinds that are watched in namespaces of teams, and in istiod's. */
const PER_NAMESPACE = kindsWatchedIn("namespaces", "on-demand");
const OF_ISTIOD = kindsWatchedIn("istiod-namespace");
/** So many namespaces that hold nothing are asked about for each viewer, the first by name: each is a question or two every few seconds. */
export const MOST_EMPTY = 50;

type Kinds = ReadonlyMap<WatchedKind, NamespaceScope>;

/**
 * Asks the cluster what the client's own credentials may list and watch (SelfSubjectAccessReview): in all namespaces first, then in those that hold
 * something, and for groups in those that hold nothing yet. The answer is never more than the server's own account may read; a kind of which nothing may be seen is missing.
 */
export async function reviewScope(client: KubeClient, question: ScopeQuestion): Promise<Answer<Kinds>> {
  const found = new Map<WatchedKind, NamespaceScope>();
  const asked = [...question.server].filter(([, namespaces]) => namespaces.length > 0);
  const answers = await Promise.all(asked.map(([kind, server]) => namespacesOf(client, kind, server, question)));
  for (const [index, [kind]] of asked.entries()) {
    const answer = answers[index];
    if (answer === undefined) continue;
    if (!answer.ok) return answer;
    if (answer.value.length > 0) found.set(kind, answer.value);
  }
  return { ok: true, value: found };
}

async function namespacesOf(client: KubeClient, kind: WatchedKind, server: NamespaceScope, question: ScopeQuestion): Promise<Answer<NamespaceScope>> {
  const everywhere = await mayFollow(client, kind, null);
  if (!everywhere.ok) return everywhere;
  if (everywhere.value) return { ok: true, value: server };
  const empty = kind === "workloadgroups" ? question.empty.slice(0, MOST_EMPTY) : [];
  const places = [...(PER_NAMESPACE.has(kind) ? question.inhabited : []), ...empty, ...(OF_ISTIOD.has(kind) ? [question.istioNamespace] : [])];
  const candidates = [...new Set(places)].filter((namespace) => server === "all" || server.includes(namespace)).sort();
  const answers = await Promise.all(candidates.map((namespace) => mayFollow(client, kind, namespace)));
  const failed = answers.find((answer) => !answer.ok);
  if (failed !== undefined && !failed.ok) return failed;
  return { ok: true, value: candidates.filter((_, index) => answers[index]?.ok && answers[index].value) };
}

async function mayFollow(client: KubeClient, kind: WatchedKind, namespace: string | null): Promise<Answer<boolean>> {
  for (const verb of ["list", "watch"] as const) {
    const answer = await reviewAccess(client, { verb, group: RESOURCES[kind].group, resource: pluralOf(RESOURCES[kind]), namespace });
    if (!answer.ok || !answer.value) return answer;
  }
  return { ok: true, value: true };
}

function kindsWatchedIn(...places: WatchPlace[]): ReadonlySet<WatchedKind> {
  return new Set(SOURCE_NAMES.filter((name) => places.includes(KUBE_SOURCES[name].place)).map((name) => SOURCES[name].kind));
}
