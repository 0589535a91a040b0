import { readVirtualService } from "@/lib/domain/history/read-objects";
import type { ObjectWithParsedSpec } from "@/lib/domain/object/kubernetes-object";
import type { VirtualService } from "@/lib/domain/selection/policies";
import type { TableKind } from "@/lib/server/cluster/kind";
import { recordedParsed } from "@/lib/server/cluster/recorded-parsed";
import { parsedParser } from "@/lib/server/kube/parse/flat-object";
import { parseVirtualService } from "@/lib/server/kube/parse/selection/policies";
import { ISTIO_API } from "@/lib/server/kube/resource";
import { IndexedTable } from "@/lib/server/table/indexed-table";

/** VirtualServices: the routes of requests to a host name. */
export const virtualServices: TableKind<ObjectWithParsedSpec<VirtualService>> = {
  resource: ISTIO_API,
  place: "namespaces",
  parse: parsedParser("virtualservices", parseVirtualService),
  table: () => new IndexedTable(),
  recorded: recordedParsed("virtualservices", "virtualservice", readVirtualService),
  withoutRight: "routes of requests are not known",
};
