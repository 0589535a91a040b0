import { WATCHED_KINDS, type WatchedKind } from "@/lib/domain/source/scope";
import { SOURCE_NAMES, SOURCES } from "@/lib/domain/source/source";
import type { Clock } from "@/lib/server/clock";
import { KINDS } from "@/lib/server/cluster/kinds";
import type { Config } from "@/lib/server/config";
import { createKubeClient, type KubeClient } from "@/lib/server/kube/client";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import { loadContexts } from "@/lib/server/kube/contexts";
import { at, list } from "@/lib/server/kube/parse/json";
import { serverVersion } from "@/lib/server/kube/read-objects";
import { collectionPath } from "@/lib/server/kube/resource";
import { reviewUser } from "@/lib/server/kube/review-subject";
import { explainFailure } from "@/lib/server/watch/explain";
import { askRights, type Rights } from "@/lib/server/watch/rights";
import type { CheckedPart } from "./checked-part";

/** A larger difference of clocks makes ages wrong. Milliseconds. */
const SKEW_MS = 5_000;

/** Checks the kubeconfig and each cluster of it at the same time. A cluster that does not answer within `patienceMs` is reported as such. */
export async function checkClusters(config: Config, clock: Clock, patienceMs: number): Promise<readonly CheckedPart[]> {
  const { contexts, problems } = await loadContexts(config);
  const unusable = problems.map(({ context, title, detail, fix }): CheckedPart => {
    return {
      part: context === null ? "kubeconfig" : `context ${context}`,
      level: "reduced",
      text: `${title}. ${detail}`,
      fix,
    };
  });
  const checked = await Promise.all(contexts.map((context) => within(patienceMs, clock, checkCluster(context, config, clock), context.cluster)));
  return [...unusable, ...checked.flat()];
}

async function within(patienceMs: number, clock: Clock, work: Promise<readonly CheckedPart[]>, cluster: string): Promise<readonly CheckedPart[]> {
  const text = `no answer within ${Math.round(patienceMs / 1_000)} s`;
  const late: CheckedPart = { part: `cluster ${cluster}`, level: "reduced", text, fix: "Check the server address in the kubeconfig, and the network." };
  let cancel: (() => void) | undefined;
  const timer = new Promise<readonly CheckedPart[]>((resolve) => {
    cancel = clock.setTimer(() => resolve([late]), patienceMs);
  });
  return Promise.race([work, timer]).finally(() => cancel?.());
}

async function checkCluster(context: ClusterContext, { istioNamespace, namespaces }: Config, clock: Clock): Promise<readonly CheckedPart[]> {
  const client = createKubeClient({ context, clock });
  const part = `cluster ${context.cluster}`;
  try {
    const version = await serverVersion(client);
    if (!version.ok) {
      const { reason } = explainFailure(version.error);
      return [{ part, level: "reduced", text: reason, fix: "" }];
    }
    const [user, rights] = await Promise.all([
      reviewUser(client),
      askRights(client, { namespaces: namesOf([...namespaces, context.namespace]), istioNamespace }),
    ]);
    const identity = user.ok ? user.value.name : "an unknown user";
    return [
      { part, level: "fine", text: `${client.server}, Kubernetes ${version.value}, as ${identity}`, fix: "" },
      ...clockPart(part, client.skewMs()),
      ...(rights.ok ? rightParts(part, rights.value) : [{ part, level: "reduced", text: rights.error.message, fix: "" } as const]),
      await istiodPart(part, client, istioNamespace),
    ];
  } finally {
    await client.close();
  }
}

/** The namespaces to ask about, as the server does before it knows others. */
function namesOf(names: readonly string[]): readonly string[] {
  const named = [...new Set(names.filter((name) => name !== ""))];
  return named.length === 0 ? ["default"] : named;
}

/** `skewMs`: clock of the API server minus clock of this machine; null = not known. */
function clockPart(cluster: string, skewMs: number | null): readonly CheckedPart[] {
  if (skewMs === null || Math.abs(skewMs) < SKEW_MS) return [];
  const text = `its clock is ${Math.round(Math.abs(skewMs) / 1_000)} s ${skewMs > 0 ? "ahead of" : "behind"} this machine`;
  return [{ part: cluster, level: "reduced", text, fix: "Synchronize both clocks (NTP)." }];
}

/** A part per kind: where it may be read, and what is missing without it. */
function rightParts(cluster: string, rights: Rights): readonly CheckedPart[] {
  return WATCHED_KINDS.map((kind): CheckedPart => {
    const part = `${cluster}, ${kind}`;
    const where = rights.get(kind);
    if (where === "all") return { part, level: "fine", text: "may be read in all namespaces", fix: "" };
    if (where !== undefined && where.length > 0) return { part, level: "fine", text: `may be read in ${where.join(", ")}`, fix: "" };
    const fix = "Grant list and watch (lib/deployment/reading-role.yaml).";
    return { part, level: "reduced", text: `may not be read: ${missingWithout(kind)}`, fix };
  });
}

function missingWithout(kind: WatchedKind): string {
  const sources = SOURCE_NAMES.filter((name) => SOURCES[name].kind === kind);
  return sources.map((name) => KINDS[name].withoutRight).join("; ");
}

async function istiodPart(cluster: string, client: KubeClient, namespace: string): Promise<CheckedPart> {
  const { resource, labelSelector = "" } = KINDS["istiod-pods"];
  const [version = "v1"] = resource.versions;
  const query = new URLSearchParams({ labelSelector, limit: "50" });
  const answer = await client.get(`${collectionPath({ ...resource, kind: "pods" }, version, namespace)}?${query}`);
  const part = `${cluster}, istiod`;
  if (!answer.ok) return { part, level: "reduced", text: `not known: ${answer.error.message}`, fix: "" };
  const found = list(at(answer.value, "items")).length;
  if (found > 0) return { part, level: "fine", text: `${found} ${found === 1 ? "Pod" : "Pods"} in ${namespace}`, fix: "" };
  return { part, level: "reduced", text: `no Pod with the label app=istiod in ${namespace}`, fix: "Set STOLOS_ISTIO_NAMESPACE to the namespace of istiod." };
}
