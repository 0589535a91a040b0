import { readSidecar } from "@/lib/domain/history/read-objects";
import type { ObjectWithParsedSpec } from "@/lib/domain/object/kubernetes-object";
import type { Sidecar } from "@/lib/domain/selection/policies";
import type { TableKind } from "@/lib/server/cluster/kind";
import { recordedParsed } from "@/lib/server/cluster/recorded-parsed";
import { parsedParser } from "@/lib/server/kube/parse/flat-object";
import { parseSidecar } from "@/lib/server/kube/parse/selection/policies";
import { ISTIO_API } from "@/lib/server/kube/resource";
import { IndexedTable } from "@/lib/server/table/indexed-table";

/** Sidecars: the host names that callers receive. */
export const sidecars: TableKind<ObjectWithParsedSpec<Sidecar>> = {
  resource: ISTIO_API,
  place: "namespaces",
  parse: parsedParser("sidecars", parseSidecar),
  table: () => new IndexedTable(),
  recorded: recordedParsed("sidecars", "sidecar", readSidecar),
  withoutRight: "the namespaces that may call a service are not known",
};
