"use client";

import { StateChartSection } from "@/components/timeline/state-chart-section";
import { usePageStateChart } from "@/components/timeline/use-page-state-chart";
import { useMedia } from "@/components/ui/use-media";

interface IncidentsChartProps {
  /** The clusters and namespaces of the list; none = all. */
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
}

/** The machines that were not serving over time, with the list's incidents as numbers. It fills the second column of a very wide screen, and only there requests its values. */
export function IncidentsChart(props: IncidentsChartProps) {
  return useMedia("(width >= 1900px)") ? <Chart {...props} /> : null;
}

function Chart({ clusters, namespaces }: IncidentsChartProps) {
  const band = usePageStateChart({ cluster: clusters, ns: namespaces });
  return <StateChartSection band={band} className="mt-4" hasSizes={false} hasLegend />;
}
