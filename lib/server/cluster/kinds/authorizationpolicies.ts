import { readAuthorizationPolicy } from "@/lib/domain/history/read-objects";
import type { ObjectWithParsedSpec } from "@/lib/domain/object/kubernetes-object";
import type { AuthorizationPolicy } from "@/lib/domain/selection/policies";
import type { TableKind } from "@/lib/server/cluster/kind";
import { recordedParsed } from "@/lib/server/cluster/recorded-parsed";
import { parsedParser } from "@/lib/server/kube/parse/flat-object";
import { parseAuthorizationPolicy } from "@/lib/server/kube/parse/selection/policies";
import { ISTIO_SECURITY_API } from "@/lib/server/kube/resource";
import { IndexedTable } from "@/lib/server/table/indexed-table";

/** AuthorizationPolicies: the machines that they select. Their rules are only counted. */
export const authorizationPolicies: TableKind<ObjectWithParsedSpec<AuthorizationPolicy>> = {
  resource: ISTIO_SECURITY_API,
  place: "namespaces",
  parse: parsedParser("authorizationpolicies", parseAuthorizationPolicy),
  table: () => new IndexedTable(),
  recorded: recordedParsed("authorizationpolicies", "authorizationpolicy", readAuthorizationPolicy),
  withoutRight: "policies of a machine are not known",
};
