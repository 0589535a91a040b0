import { readDestinationRule } from "@/lib/domain/history/read-objects";
import type { ObjectWithParsedSpec } from "@/lib/domain/object/kubernetes-object";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import type { DestinationRule } from "@/lib/domain/selection/policies";
import type { TableKind } from "@/lib/server/cluster/kind";
import { recordedParsed } from "@/lib/server/cluster/recorded-parsed";
import { parsedParser } from "@/lib/server/kube/parse/flat-object";
import { parseDestinationRule } from "@/lib/server/kube/parse/selection/policies";
import { ISTIO_API } from "@/lib/server/kube/resource";
import { IndexedTable } from "@/lib/server/table/indexed-table";

/** DestinationRules: traffic policies and subsets of host names. */
export const destinationRules: TableKind<ObjectWithParsedSpec<DestinationRule>> = {
  resource: ISTIO_API,
  place: "namespaces",
  parse: parsedParser("destinationrules", parseDestinationRule, [{ path: ["spec", "host"], shape: "a string", required: true }]),
  table: () => new IndexedTable({ host: ({ fields }) => [valueOfLabel(fields, "spec.host") ?? ""] }),
  recorded: recordedParsed("destinationrules", "destinationrule", readDestinationRule),
  withoutRight: "traffic policies of callers are not known",
};
