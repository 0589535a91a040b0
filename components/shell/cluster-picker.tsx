"use client";

import { Button } from "@/components/ui/button";
import { Glyph } from "@/components/ui/glyph";
import { Menu, MenuCheckItem, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "@/components/ui/menu";
import { useKnownClusters } from "@/lib/client/known-clusters";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { selectionLabel } from "./namespace-picker";
import { toggleName } from "./picked-scope";
import { usePickedScope } from "./use-picked-scope";

/** Filter by cluster. Lists all clusters of the viewer, also unreachable ones. With only one cluster, it shows the cluster's name. */
export function ClusterPicker({ head }: { readonly head: ShellHead | null }) {
  const { picked, pick } = usePickedScope();
  const known = useKnownClusters();
  const shown = head?.clusters ?? [];
  const clusters = [...new Set([...known, ...shown])];
  const [only] = clusters;
  if (only === undefined) return null;
  if (clusters.length === 1) return <span className="max-w-40 truncate font-mono text-s text-ink-2 max-desk:max-w-28">{only}</span>;
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button className="min-w-0 shrink font-normal text-ink-2 max-desk:px-2 max-desk:[&_svg]:hidden">
          <span className="max-w-32 truncate">{selectionLabel(picked.clusters, "clusters")}</span>
          <Glyph name="chevron" />
        </Button>
      </MenuTrigger>
      <MenuContent>
        <MenuItem onSelect={() => pick({ ...picked, clusters: [] })}>All clusters</MenuItem>
        <MenuSeparator />
        {clusters.map((cluster) => (
          <MenuCheckItem
            key={cluster}
            checked={picked.clusters.includes(cluster)}
            onCheckedChange={() => pick({ ...picked, clusters: toggleName(picked.clusters, cluster) })}
            onSelect={(event) => event.preventDefault()}
          >
            {cluster}
            {!shown.includes(cluster) && <span className="text-blind"> · not read yet</span>}
          </MenuCheckItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
