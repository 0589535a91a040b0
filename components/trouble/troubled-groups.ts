import type { TroubleAge } from "@/lib/contract/url/list-filters";
import { pagePaths } from "@/lib/contract/url/paths";

/** The list of the groups in trouble. `query`: clusters and namespaces, in the canonical form. */
export function troubledGroups(query: string, age: TroubleAge): string {
  return pagePaths.groups(`${query}${query && "&"}q=trouble%3A${age}`);
}
