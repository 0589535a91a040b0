import type { UntabledKind } from "@/lib/server/cluster/kind";
import { type NamespaceName, parseNamespace } from "@/lib/server/kube/parse/namespace";
import { CORE_API } from "@/lib/server/kube/resource";

/** The namespaces of the cluster. */
export const namespaces: UntabledKind<NamespaceName> = {
  resource: { ...CORE_API, namespaced: false },
  place: "cluster",
  parse: parseNamespace,
  table: null,
  recorded: null,
  withoutRight: "namespaces come from the context and `STOLOS_NAMESPACES`",
};
