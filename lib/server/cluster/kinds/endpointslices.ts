import type { StoredEndpointSlice } from "@/lib/domain/selection/objects";
import type { TableKind } from "@/lib/server/cluster/kind";
import { parseSliceObject, SLICE_SELECTOR } from "@/lib/server/kube/parse/selection/endpoint-slice";
import { IndexedTable, objectKey } from "@/lib/server/table/indexed-table";

/** EndpointSlices that the controller of Kubernetes did not write: addresses of Services without a selector, and further ones of other Services. */
export const endpointSlices: TableKind<StoredEndpointSlice> = {
  resource: { group: "discovery.k8s.io", versions: ["v1"], namespaced: true },
  place: "namespaces",
  labelSelector: SLICE_SELECTOR,
  parse: parseSliceObject,
  table: () =>
    new IndexedTable({
      service: ({ cluster, namespace, service }) => [objectKey(cluster, namespace, service)],
      pod: ({ cluster, endpoints }) => [...new Set(endpoints.flatMap(({ pod }) => (pod === null ? [] : [objectKey(cluster, pod.namespace, pod.name)])))],
    }),
  recorded: null,
  withoutRight: "addresses in hand-made slices are not known",
};
