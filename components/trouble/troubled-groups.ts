import type { TroubleAge } from "@/lib/contract/url/list-filters";
import { pagePaths } from "@/lib/contract/url/paths";

/** Returns the link to the list of groups in trouble. `query`: clusters and namespaces in canonical form. */
export function groupsInTroublePath(query: string, age: TroubleAge): string {
  return pagePaths.groups(`${query}${query && "&"}q=trouble%3A${age}`);
}
