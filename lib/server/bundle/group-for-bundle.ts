import type { BundleInput } from "@/lib/domain/bundle/bundle";
import { asText, asUntypedObject, fieldValue, type UntypedObject } from "@/lib/domain/preview/values";
import { configYaml } from "@/lib/server/kube/parse/config-yaml";
import { Unreadable } from "@/lib/server/kube/parse/proto-json";
import { parseWorkloadGroup } from "@/lib/server/kube/parse/workload-group";

/** What a bundle takes from a WorkloadGroup; `unreadable`: why no bundle can be made of it. */
export type GroupForBundle =
  | (Pick<BundleInput, "group" | "probe" | "proxyConfigs"> & { readonly unreadable: null; readonly revision: string })
  | { readonly unreadable: string };

const PROXY_CONFIG = "proxy.istio.io/config";

/** Reads a group as the API server sent it. One without `spec.metadata` has no labels and no annotations, which is no fault. */
export function groupForBundle(raw: unknown): GroupForBundle {
  const metadata = fieldValue(raw, "metadata");
  const [namespace, name] = [asText(fieldValue(metadata, "namespace")), asText(fieldValue(metadata, "name"))];
  const group = parseWorkloadGroup(raw, { uid: "", namespace, name, resourceVersion: "" }, "");
  if (group.unreadable !== null) return { unreadable: `the group cannot be read: ${group.unreadable}` };
  const spec = fieldValue(raw, "spec");
  const probe = fieldValue(spec, "probe");
  try {
    const proxyConfigs = [metadata, fieldValue(spec, "metadata")].flatMap(proxyConfigOf);
    return { unreadable: null, revision: group.revision, group, probe: probe === undefined || probe === null ? null : asUntypedObject(probe), proxyConfigs };
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { unreadable: `the annotation ${PROXY_CONFIG} cannot be read: ${thrown.message}` };
    throw thrown;
  }
}

function proxyConfigOf(metadata: unknown): readonly UntypedObject[] {
  const text = fieldValue(fieldValue(metadata, "annotations"), PROXY_CONFIG);
  return typeof text === "string" ? [configYaml(text, PROXY_CONFIG)] : [];
}
