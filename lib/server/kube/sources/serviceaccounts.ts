import type { TableObject } from "@/lib/domain/table-object";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { parseServiceAccount } from "@/lib/server/kube/parse/service-account";
import { CORE_API } from "@/lib/server/kube/resource";

/** ServiceAccounts, by which machines prove who they are: which of them are there. */
export const serviceAccounts: KubeSource<TableObject> = {
  resource: { ...CORE_API, namespaced: true },
  place: "namespaces",
  labelSelector: "",
  probed: "seldom",
  parse: parseServiceAccount,
};
