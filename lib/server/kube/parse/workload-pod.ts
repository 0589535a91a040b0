import type { LabelSet } from "@/lib/domain/object/label-set";
import type { ContainerPort, StoredPod } from "@/lib/domain/selection/objects";
import type { Identity } from "./identity";
import { at } from "./json";
import { timeOf } from "./metadata";
import { parseSelectablePod } from "./selection/selectable-pod";
import { SharedParts, sharedText } from "./shared-parts";

/**
 * A Pod as the API server sent it, trimmed to what selectors and clients look at (docs/istio.md#labels, #pod-locality). One that cannot be read is itself, and
 * blank. There may be many of them: what Pods of one Deployment, Node or namespace have alike is kept once.
 */
export function parseWorkloadPod(raw: unknown, { uid, namespace, name, resourceVersion }: Identity, cluster: string): StoredPod {
  const read = parseSelectablePod(raw);
  const isRead = !("unreadable" in read);
  // Written in one piece: the engine keeps an object that is put together of others in twice the space.
  return {
    cluster,
    kind: "pods",
    uid,
    namespace: sharedText(namespace),
    name,
    resourceVersion,
    createdAt: timeOf(at(raw, "metadata", "creationTimestamp")),
    unreadable: isRead ? null : read.unreadable,
    labels: isRead ? sharedLabels(read.labels) : [],
    address: isRead ? read.address : "",
    ...(isRead && read.otherAddresses !== undefined ? { otherAddresses: read.otherAddresses } : {}),
    phase: isRead ? sharedText(read.phase) : "",
    ready: isRead && read.ready,
    deletingAt: timeOf(at(raw, "metadata", "deletionTimestamp")),
    node: isRead ? sharedText(read.node) : "",
    serviceAccount: isRead ? sharedText(read.serviceAccount) : "",
    ports: isRead ? sharedPorts(read.ports) : [],
  };
}

type Label = LabelSet[number];

const labelSets = new SharedParts<LabelSet>();
const labels = new SharedParts<Label>();
const portLists = new SharedParts<readonly ContainerPort[]>();

/** A set of its own, as Pods of a StatefulSet have, is made of labels that others have as well. */
function sharedLabels(set: LabelSet): LabelSet {
  return labelSets.keep(JSON.stringify(set), () => set.map((label) => labels.keep(JSON.stringify(label), () => [sharedText(label[0]), label[1]])));
}

function sharedPorts(ports: readonly ContainerPort[]): readonly ContainerPort[] {
  return portLists.keep(JSON.stringify(ports), () => ports);
}
