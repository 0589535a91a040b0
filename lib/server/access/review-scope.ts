import type { NamespaceScope, WatchedKind } from "@/lib/domain/source/scope";
import { SOURCE_NAMES, SOURCES } from "@/lib/domain/source/source";
import type { WatchPlace } from "@/lib/server/cluster/kind";
import { KINDS, RESOURCES } from "@/lib/server/cluster/kinds";
import type { KubeClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { pluralOf } from "@/lib/server/kube/resource";
import { reviewAccess } from "@/lib/server/kube/review-access";
import type { AccessRules } from "@/lib/server/kube/review-rules";

/** What a viewer may see of one cluster: only what the server itself may read is asked about. */
export interface ScopeQuestion {
  /** What the server's own account may read. */
  readonly server: ReadonlyMap<WatchedKind, NamespaceScope>;
  /** Namespaces that hold something: asked about where a kind may not be read everywhere. */
  readonly inhabited: readonly string[];
  /** Other namespaces: a few kinds are asked for, so that a team without machines sees its own namespace, and that it is empty. */
  readonly empty: readonly string[];
  /** Where istiod's Pods are: asked about too. */
  readonly istioNamespace: string;
}

/** Kinds that are watched in namespaces of teams, and in istiod's. */
const PER_NAMESPACE = kindsWatchedIn("namespaces", "on-demand");
const OF_ISTIOD = kindsWatchedIn("istiod-namespace");
/** The kinds of the pages that a team without machines opens. */
const IN_EMPTY: ReadonlySet<WatchedKind> = new Set(["workloadgroups", "workloadentries", "services", "serviceentries"]);
/** So many namespaces that hold nothing are asked about for each viewer, the first by name. */
const MOST_EMPTY = 50;
/** Who follows a kind lists and watches it. */
const FOLLOWING = ["list", "watch"] as const;

/** The kinds of which the server itself may read something. */
export function kindsToAsk({ server }: ScopeQuestion): readonly WatchedKind[] {
  return [...server].filter(([, namespaces]) => namespaces.length > 0).map(([kind]) => kind);
}

/** The kinds that are asked about in each namespace where they may not be read everywhere. istiod's namespace is always among them. */
export function placesToAsk(question: ScopeQuestion): ReadonlyMap<string, readonly WatchedKind[]> {
  const { server, inhabited, empty, istioNamespace } = question;
  const places = new Map<string, WatchedKind[]>([[istioNamespace, []]]);
  for (const kind of kindsToAsk(question)) {
    const own = server.get(kind) ?? [];
    const namespaces = [
      ...(PER_NAMESPACE.has(kind) ? inhabited : []),
      ...(IN_EMPTY.has(kind) ? empty.slice(0, MOST_EMPTY) : []),
      ...(OF_ISTIOD.has(kind) ? [istioNamespace] : []),
    ];
    for (const namespace of new Set(namespaces)) {
      if (own !== "all" && !own.includes(namespace)) continue;
      places.set(namespace, [...(places.get(namespace) ?? []), kind]);
    }
  }
  return places;
}

/** Asks the cluster which of these kinds the client's own credentials may list and watch in a namespace (SelfSubjectAccessReview); null = in all. */
export async function reviewKinds(
  client: Pick<KubeClient, "post">,
  kinds: readonly WatchedKind[],
  namespace: string | null,
): Promise<Answer<ReadonlySet<WatchedKind>>> {
  const answers = await Promise.all(kinds.map((kind) => mayFollow(client, kind, namespace)));
  const failed = answers.find((answer) => !answer.ok);
  if (failed !== undefined && !failed.ok) return failed;
  return { ok: true, value: new Set(kinds.filter((_, index) => answers[index]?.ok && answers[index].value)) };
}

async function mayFollow(client: Pick<KubeClient, "post">, kind: WatchedKind, namespace: string | null): Promise<Answer<boolean>> {
  for (const verb of FOLLOWING) {
    const answer = await reviewAccess(client, { verb, group: RESOURCES[kind].group, resource: pluralOf(RESOURCES[kind]), namespace });
    if (!answer.ok || !answer.value) return answer;
  }
  return { ok: true, value: true };
}

/** Do the rules name the right to list and watch a kind, whatever its objects are called? */
export function rulesName({ rules }: AccessRules, kind: WatchedKind): boolean {
  const { group } = RESOURCES[kind];
  const resource = pluralOf(RESOURCES[kind]);
  const has = (texts: readonly string[], text: string) => texts.includes(text) || texts.includes("*");
  return FOLLOWING.every((verb) =>
    rules.some((rule) => rule.names.length === 0 && has(rule.verbs, verb) && has(rule.groups, group) && has(rule.resources, resource)),
  );
}

function kindsWatchedIn(...places: WatchPlace[]): ReadonlySet<WatchedKind> {
  return new Set(SOURCE_NAMES.filter((name) => places.includes(KINDS[name].place)).map((name) => SOURCES[name].kind));
}
