import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import type { TableKind } from "@/lib/server/cluster/kind";
import { parseServiceAccount } from "@/lib/server/kube/parse/service-account";
import { CORE_API } from "@/lib/server/kube/resource";
import { IndexedTable, objectKey } from "@/lib/server/table/indexed-table";

/** ServiceAccounts, the identities of machines. Only their existence is read. */
export const serviceAccounts: TableKind<IndexedTableObject> = {
  resource: { ...CORE_API, namespaced: true },
  place: "namespaces",
  parse: parseServiceAccount,
  table: () => new IndexedTable({ account: ({ cluster, namespace, name }) => [objectKey(cluster, namespace, name)] }),
  recorded: null,
  withoutRight: "the existence of a machine's account is not known",
};
