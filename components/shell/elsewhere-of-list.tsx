"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { Elsewhere } from "@/components/table/elsewhere";
import { useOutsideLinks } from "@/lib/client/outside-links";
import { pagePaths } from "@/lib/contract/url/paths";
import { canSaveView } from "@/lib/contract/url/saved-view";
import { pickedScopeOf } from "./picked-scope";

/**
 * Pages elsewhere about what a list is limited to: its one cluster, its one namespace, the moment. On a phone a list has room for its rows alone; on call, each card
 * has its own links. `clusters`: those that may be seen.
 */
export function ElsewhereOfList({ clusters }: { readonly clusters: readonly string[] }) {
  const pathname = usePathname();
  const picked = pickedScopeOf(useSearchParams());
  const isLinking = useOutsideLinks().length > 0;
  if (!isLinking || !canSaveView(pathname) || pathname === pagePaths.onCall()) return null;
  const cluster = onlyOne(picked.clusters.length === 0 ? clusters : picked.clusters);
  const namespace = onlyOne(picked.namespaces);
  const about = namespace !== "" ? `namespace ${namespace}` : cluster !== "" ? `cluster ${cluster}` : "all clusters that are shown";
  return (
    <div className="-mt-3 mb-2 empty:hidden max-desk:hidden">
      <Elsewhere about={about} fields={{ cluster, namespace }} />
    </div>
  );
}

/** The one name, or "" where there are none or several. */
function onlyOne(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? "") : "";
}
