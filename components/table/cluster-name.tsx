"use client";

import { useMemo } from "react";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import type { Column } from "./column";
import { Mono } from "./mono";

interface ClusterNameProps {
  readonly cluster: string;
  readonly className?: string;
}

/** The cluster of a row. Shows nothing to a viewer with one cluster. */
export function ClusterName({ cluster, className = "text-ink-3" }: ClusterNameProps) {
  return useSeveralClusters() ? <span className={className}>{cluster}</span> : null;
}

/** The column of the cluster. `useClusterColumn` shows it to a viewer with several clusters; on a phone `ClusterName` replaces it. */
export function clusterColumn<R extends { readonly cluster: string }>(own: Pick<Column<R>, "sorts"> = {}): Column<R> {
  return { key: "cluster", head: "CLUSTER", shown: "wide", room: "desk", ...own, cell: (row) => <Mono faint>{row.cluster}</Mono> };
}

/** The columns of a list. A viewer with several clusters cannot hide the column of the cluster. */
export function useClusterColumn<R>(columns: readonly Column<R>[]): readonly Column<R>[] {
  const several = useSeveralClusters();
  return useMemo(
    () => (several ? columns.map((column) => (column.key === "cluster" ? { ...column, shown: "always", room: "tablet" } : column)) : columns),
    [columns, several],
  );
}
