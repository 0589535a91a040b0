"use client";

import { useRef } from "react";
import { useAvailableWidth } from "@/components/strip/use-available-width";
import { HistoryChartSection } from "@/components/timeline/history-chart-section";
import { ASSUMED_CHART_WIDTH_PX } from "@/components/timeline/plot-coordinates";
import { useChartUrl } from "@/components/timeline/use-chart-url";
import { useHostHistory } from "@/lib/client/host-history";
import { useNotVerified } from "@/lib/client/not-verified";
import { useObjectIncidents } from "@/lib/client/object-incidents";
import { usePast } from "@/lib/client/past";
import { useFreshness } from "@/lib/client/status";
import { formatWindow } from "@/lib/contract/url/history-window";
import { formatObjectIncidentsQuery } from "@/lib/contract/views/incidents";
import type { ServiceDetail } from "@/lib/contract/views/service";
import { SELECTED_ONLY } from "@/lib/format/host/share-words";
import { SharesChart } from "./shares-chart";
import { SharesFooter } from "./shares-footer";
import { SharesTable } from "./shares-table";

/** Healthy machines and Pods of a service, over a window of time that stands in the address. */
export function HostShares({ detail: { cluster, kind, namespace, name, machines } }: { readonly detail: ServiceDetail }) {
  const url = useChartUrl();
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useAvailableWidth(box, ASSUMED_CHART_WIDTH_PX);
  const remembered = useHostHistory(
    { cluster, kind, ns: namespace, name },
    url.asked === null ? null : formatWindow(url.asked),
    Math.ceil(widthPx / 256) * 256,
  );
  const incidents = useObjectIncidents(formatObjectIncidentsQuery({ of: kind, cluster, namespace, name }));
  const isLive = useFreshness(cluster).kind === "live";
  const isPast = usePast() !== null;
  const isEachSent = machines === null || machines.notOwned + machines.hostUnknown + machines.unreachable + machines.elsewhere === 0;
  const isVerified = useNotVerified(cluster) === null;
  const green = isLive && isVerified && !isPast && isEachSent;
  return (
    <HistoryChartSection
      url={url}
      remembered={remembered}
      fallback="24h"
      boxClass="mt-3 min-h-[193px]"
      boxRef={box}
      show={(answer, title, onSelect) => (
        <>
          {url.asTable ? (
            <SharesTable answer={answer} caption={`Machines and pods: ${title}`} />
          ) : (
            <SharesChart answer={answer} green={green} incidents={incidents} onSelect={onSelect} />
          )}
          <SharesFooter answer={answer} green={green} />
          {!isEachSent && <p className="mt-1 text-s text-ink-3">{SELECTED_ONLY}</p>}
        </>
      )}
    />
  );
}
