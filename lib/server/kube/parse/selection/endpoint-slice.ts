import { valueOfLabel } from "@/lib/domain/object/label-set";
import { asBooleanOrNull } from "@/lib/domain/preview/values";
import type { EndpointSlice, SliceEndpoint, StoredEndpointSlice } from "@/lib/domain/selection/objects";
import { flawOf } from "@/lib/server/kube/parse/flaw";
import type { Identity } from "@/lib/server/kube/parse/identity";
import { at, field, list, number, text } from "@/lib/server/kube/parse/json";
import { METADATA_SHAPE, timeOf } from "@/lib/server/kube/parse/metadata";
import { describedOf, textsOf, type Unreadable } from "./described";

const SERVICE_LABEL = "kubernetes.io/service-name";
const MANAGER_LABEL = "endpointslice.kubernetes.io/managed-by";
/** istiod ignores slices with this label (`endpointslice.go` endpointSliceSelector). */
const IMPORT_LABEL = "multicluster.kubernetes.io/service-name";
const CONTROLLER = "endpointslice-controller.k8s.io";

/**
 * Selects the EndpointSlices of Services that the controller of Kubernetes did not write. A cluster can have thousands of its slices, and they change with
 * every Pod. They list the Pods that a Service selects, which Stolos computes from the Pods.
 */
export const SLICE_SELECTOR = `${SERVICE_LABEL},${MANAGER_LABEL}!=${CONTROLLER},!${IMPORT_LABEL}`;

const SHAPE = [
  ...METADATA_SHAPE,
  { path: ["addressType"], shape: "a string" },
  { path: ["ports"], shape: "a list" },
  { path: ["endpoints"], shape: "a list" },
] as const;

/** Does the watch select the object? */
export function isHandMade(raw: unknown): boolean {
  const { labels } = describedOf(raw);
  return (
    valueOfLabel(labels, SERVICE_LABEL) !== undefined && valueOfLabel(labels, MANAGER_LABEL) !== CONTROLLER && valueOfLabel(labels, IMPORT_LABEL) === undefined
  );
}

/** Parses an EndpointSlice (docs/istio.md#endpointslices). Ports without a number are left out. */
export function parseEndpointSlice(raw: unknown): EndpointSlice | Unreadable {
  const unreadable = flawOf(raw, SHAPE);
  if (unreadable !== null) return { unreadable };
  const { namespace, name, labels } = describedOf(raw);
  return {
    ...{ namespace, name, service: valueOfLabel(labels, SERVICE_LABEL) ?? "", addressType: text(field(raw, "addressType")) },
    ports: list(field(raw, "ports")).flatMap((port) => {
      const found = number(field(port, "port"));
      return found === null ? [] : [{ name: text(field(port, "name")), port: found }];
    }),
    endpoints: list(field(raw, "endpoints")).map(endpointOf),
  };
}

/** The same as an object of a table. One that cannot be read has no endpoints. */
export function parseSliceObject(raw: unknown, { uid, namespace, name, resourceVersion }: Identity, cluster: string): StoredEndpointSlice {
  const read = parseEndpointSlice(raw);
  const identity = { cluster, kind: "endpointslices", uid, resourceVersion, createdAt: timeOf(at(raw, "metadata", "creationTimestamp")) } as const;
  if ("unreadable" in read) return { ...identity, namespace, name, unreadable: read.unreadable, service: "", addressType: "", ports: [], endpoints: [] };
  return { ...read, ...identity, namespace, name, unreadable: null };
}

function endpointOf(raw: unknown): SliceEndpoint {
  const target = field(raw, "targetRef");
  const isPod = text(field(target, "kind")) === "Pod";
  return {
    addresses: textsOf(field(raw, "addresses")),
    ready: asBooleanOrNull(at(raw, "conditions", "ready")),
    terminating: asBooleanOrNull(at(raw, "conditions", "terminating")),
    serving: asBooleanOrNull(at(raw, "conditions", "serving")),
    pod: isPod ? { namespace: text(field(target, "namespace")), name: text(field(target, "name")) } : null,
  };
}
