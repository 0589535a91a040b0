import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import { isInScope } from "@/lib/domain/source/scope";
import type { ActingViewer } from "@/lib/server/access/viewer";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import { Refusal } from "@/lib/server/http/problem";
import { createApiVersions } from "@/lib/server/kube/api-versions";
import { getObject } from "@/lib/server/kube/read-objects";

/** The segments of a bundle's address: those of its group. */
export interface BundleAddress {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** The group as the API server has it, read as the viewer; null = there is none of the name in a namespace that the viewer sees. */
export async function findGroup(viewer: ActingViewer, { cluster, namespace, name }: BundleAddress): Promise<unknown> {
  const client = viewer.clientOf(cluster);
  const resource = RESOURCES.workloadgroups;
  if (!isObjectName(namespace) || !isObjectName(name) || client === undefined || !isInScope(viewer.scope, cluster, "workloadgroups", namespace))
    throw notThere();
  const version = await createApiVersions(client).versionOf(resource);
  const group = version.ok ? await getObject(client, resource, version.value, namespace, name) : version;
  if (group.ok) return group.value;
  if (group.error.kind === "not-found") return null;
  if (group.error.kind === "forbidden") throw new Refusal(403, "Not allowed", group.error.message);
  throw new Refusal(502, "The API server gave no answer", group.error.message);
}

/** The same where there has to be one. */
export async function readGroup(viewer: ActingViewer, address: BundleAddress): Promise<unknown> {
  const group = await findGroup(viewer, address);
  if (group === null) throw notThere();
  return group;
}

function notThere(): Refusal {
  return new Refusal(404, "Not there", "There is no such group in your sight.");
}
