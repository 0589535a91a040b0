import type { KubernetesService, StoredMeshService } from "@/lib/domain/selection/objects";
import type { TableKind } from "@/lib/server/cluster/kind";
import { recordedSelecting } from "@/lib/server/cluster/recorded-selecting";
import { parseServiceObject } from "@/lib/server/kube/parse/selecting";
import { CORE_API } from "@/lib/server/kube/resource";
import { IndexedTable } from "@/lib/server/table/indexed-table";

/** Services, which select machines by their labels. */
export const services: TableKind<StoredMeshService<KubernetesService>> = {
  resource: { ...CORE_API, namespaced: true },
  place: "namespaces",
  parse: parseServiceObject,
  table: () => new IndexedTable(),
  recorded: recordedSelecting("services", "service"),
  withoutRight: "its services and their changes are not shown",
};
