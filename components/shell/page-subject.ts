import type { Place } from "@/lib/client/remembered";
import { decodeObjectParams } from "@/lib/contract/url/page-query";
import { parsePickedScope } from "./picked-scope";

/**
 * Returns the subject of a page as parameters of a history request: one entry, one group, the namespace of a service, or the clusters and namespaces
 * of a list.
 */
export function pageSubject(pathname: string, search: URLSearchParams): Place & { readonly name?: string; readonly uid?: string } {
  const [, first, cluster = "", kind, namespace = "", name = ""] = pathname.split("/");
  if (first !== "c") {
    const { clusters, namespaces } = parsePickedScope(search);
    return { cluster: clusters, ns: namespaces };
  }
  const words = decodeObjectParams({ cluster, namespace, name });
  const where = { cluster: [words.cluster], ns: [words.namespace] };
  if (kind === "services" || kind === "serviceentries") return where;
  return kind === "groups" ? { ...where, group: words.name } : { ...where, name: words.name };
}
