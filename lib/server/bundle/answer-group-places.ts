import type { CreatableNamespace, CreatableNamespaces, PlatformPolicyAnswer } from "@/lib/contract/answers/platform-policy";
import { brokenRules } from "@/lib/domain/platform-policy/broken-rules";
import { isInScope } from "@/lib/domain/source/scope";
import type { ActingViewer } from "@/lib/server/access/viewer";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { inhabitedNamespaces } from "@/lib/server/fleet/inhabited-namespaces";
import { namesInSight } from "@/lib/server/fleet/names-in-sight";
import type { ReadRails } from "@/lib/server/guard-rails/read-rails";
import { Refusal } from "@/lib/server/http/problem";
import { unknownPath } from "@/lib/server/http/unknown-path";
import type { KubeClient } from "@/lib/server/kube/client";
import { pluralOf } from "@/lib/server/kube/resource";
import { reviewAccess } from "@/lib/server/kube/review-access";

/** So many namespaces are asked about one by one, the first by name. */
const MOST_ASKED = 60;

interface Asked {
  readonly viewer: ActingViewer;
  readonly runtime: { readonly fleet: FleetReader; readonly readRails: ReadRails };
  readonly params: { readonly cluster: string };
}

/** In which namespaces of a cluster the viewer may make a group: asked of Kubernetes as the viewer, for all at once where that is enough. */
export async function answerGroupPlaces({ viewer, runtime: { fleet, readRails }, params: { cluster } }: Asked): Promise<CreatableNamespaces> {
  if (!viewer.mayWrite) return unknownPath();
  const client = viewer.clientOf(cluster);
  if (client === undefined) throw new Refusal(404, "Not there", "There is no such cluster in your sight.", "cluster");
  const inhabited = inhabitedNamespaces(fleet, cluster).filter((name) => isInScope(viewer.scope, cluster, "workloadgroups", name));
  const names = [...new Set([...namesInSight(fleet, cluster, viewer.scope), ...inhabited])].sort();
  const [everywhere, rails] = await Promise.all([mayMake(client, null), readRails(cluster)]);
  const asked = everywhere === "may" ? names : names.slice(0, MOST_ASKED);
  const placeOf = async (namespace: string): Promise<CreatableNamespace> => {
    if (isRuledOut(rails, namespace)) return { namespace, answer: "ruled-out" };
    return { namespace, answer: everywhere === "may" ? "may" : await mayMake(client, namespace) };
  };
  return { places: await Promise.all(asked.map(placeOf)), unasked: names.length - asked.length };
}

async function mayMake(client: KubeClient, namespace: string | null): Promise<CreatableNamespace["answer"]> {
  const { group } = RESOURCES.workloadgroups;
  const review = await reviewAccess(client, { verb: "create", group, resource: pluralOf(RESOURCES.workloadgroups), namespace });
  if (!review.ok) return "not-known";
  return review.value ? "may" : "missing-right";
}

/** Of a service account nothing is ruled but where it is. */
function isRuledOut(answer: PlatformPolicyAnswer, namespace: string): boolean {
  return answer.kind === "known" && brokenRules(answer.rails, { kind: "ServiceAccount", namespace, isNew: true, body: {} }).length > 0;
}
