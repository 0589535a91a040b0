import type { ServiceEntry, StoredMeshService } from "@/lib/domain/selection/objects";
import type { TableKind } from "@/lib/server/cluster/kind";
import { recordedSelecting } from "@/lib/server/cluster/recorded-selecting";
import { parseServiceEntryObject } from "@/lib/server/kube/parse/selecting";
import { ISTIO_API } from "@/lib/server/kube/resource";
import { IndexedTable } from "@/lib/server/table/indexed-table";

/** ServiceEntries, which select machines by their labels. */
export const serviceEntries: TableKind<StoredMeshService<ServiceEntry>> = {
  resource: ISTIO_API,
  place: "namespaces",
  parse: parseServiceEntryObject,
  table: () => new IndexedTable(),
  recorded: recordedSelecting("serviceentries", "serviceentry"),
  withoutRight: "its services and their changes are not shown",
};
