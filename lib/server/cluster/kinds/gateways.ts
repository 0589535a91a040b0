import type { IstioGateway } from "@/lib/domain/networks/passthrough";
import type { ObjectWithParsedSpec } from "@/lib/domain/object/kubernetes-object";
import type { TableKind } from "@/lib/server/cluster/kind";
import { parsedParser } from "@/lib/server/kube/parse/flat-object";
import { parseGateway } from "@/lib/server/kube/parse/gateway";
import { ISTIO_API } from "@/lib/server/kube/resource";
import { IndexedTable } from "@/lib/server/table/indexed-table";

/** Istio Gateways: the host names that pass a gateway between networks. These gateways are usually in istiod's namespace. */
export const gateways: TableKind<ObjectWithParsedSpec<IstioGateway>> = {
  resource: ISTIO_API,
  place: "istiod-namespace",
  parse: parsedParser("gateways", parseGateway),
  table: () => new IndexedTable(),
  recorded: null,
  withoutRight: "host names that gateways pass are not known",
};
