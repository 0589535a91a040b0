import { parse, stringify } from "yaml";
import { type PreviewStart, type PreviewStartObject, parsePreviewStartObject } from "@/lib/contract/answers/preview";
import type { ActingViewer } from "@/lib/server/access/viewer";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { Refusal } from "@/lib/server/http/problem";
import { readObjectYaml } from "@/lib/server/http/read-object";

/** Fields of `metadata` that the cluster writes: nobody types them, and a new object has others. */
const WRITTEN_BY_CLUSTER = ["uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "selfLink", "deletionTimestamp"];
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** What a try begins with: the object that `from` names, read now as the viewer. What cannot be read is told, and the page works all the same. */
export async function previewStart(
  fleet: FleetReader,
  viewer: ActingViewer,
  asked: { readonly from: string; readonly cluster: string },
): Promise<PreviewStart> {
  const clusters = fleet.clusters.filter((cluster) => viewer.scope.clusters.has(cluster));
  const from = parsePreviewStartObject(asked.from);
  const cluster = from?.cluster ?? (clusters.includes(asked.cluster) ? asked.cluster : (clusters[0] ?? ""));
  const begun = { clusters, cluster, from };
  if (from === null)
    return {
      ...begun,
      base: "",
      problem: asked.from === "" ? null : "The address names no object that can be tried: from=CLUSTER/serviceentries/NAMESPACE/NAME.",
    };
  try {
    return { ...begun, base: await editableYaml(viewer, from), problem: null };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return { ...begun, base: "", problem: thrown.detail };
  }
}

async function editableYaml(viewer: ActingViewer, from: PreviewStartObject): Promise<string> {
  const { yaml } = await readObjectYaml(viewer, from);
  const { metadata, status: _, ...rest } = parse(yaml) as Record<string, unknown>;
  const kept = Object.fromEntries(Object.entries(metadata as object).filter(([key]) => !WRITTEN_BY_CLUSTER.includes(key)));
  const { annotations, ...others } = kept;
  const own = Object.entries((annotations as object | undefined) ?? {}).filter(([key]) => key !== LAST_APPLIED);
  const { apiVersion, kind, ...parts } = rest;
  const told = { ...others, ...(own.length === 0 ? {} : { annotations: Object.fromEntries(own) }) };
  return stringify({ apiVersion, kind, metadata: told, ...parts }, { lineWidth: 0 });
}
