"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { Elsewhere } from "@/components/table/elsewhere";
import { useOutsideLinks } from "@/lib/client/outside-links";
import { pagePaths } from "@/lib/contract/url/paths";
import { canSaveView } from "@/lib/contract/url/saved-view";
import { parsePickedScope } from "./picked-scope";

/**
 * Links to other tools, such as Grafana or Kiali, for the cluster, namespace and time of a list. Not shown on a phone, which has no room, or on call,
 * where each card has its own links. `clusters`: those that the viewer may see.
 */
export function ListExternalLinks({ clusters }: { readonly clusters: readonly string[] }) {
  const pathname = usePathname();
  const picked = parsePickedScope(useSearchParams());
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

/** Returns the only name of the list, or "" if there are none or several. */
function onlyOne(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? "") : "";
}
