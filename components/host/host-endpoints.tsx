"use client";

import { useMemo } from "react";
import { DataTable } from "@/components/table/data-table";
import { SharedNames } from "@/components/table/shared-names";
import type { WindowedView } from "@/components/table/use-windowed-view";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import type { EndpointRow, ServiceDetail, ServiceHead } from "@/lib/contract/views/service";
import { NO_SELECTOR, SLICES_NOT_READ } from "@/lib/format/host/not-seen-words";
import { formatNumber } from "@/lib/format/text/numbers";
import { endpointColumns, endpointSignature } from "./endpoint-columns";
import { EndpointFilter } from "./endpoint-filter";
import { KindLegend } from "./kind-mark";
import type { HostUrl } from "./use-host-url";

interface HostEndpointsProps {
  readonly view: WindowedView<ServiceHead, EndpointRow>;
  readonly detail: ServiceDetail;
  readonly url: HostUrl;
}

/** All that the host takes, worst first: machines, Pods and inline endpoints in one list that can be any length. */
export function HostEndpoints({ view, detail, url }: HostEndpointsProps) {
  // The columns are others only where the ports are: numbers as one text.
  const numbers = detail.ports.map(({ number }) => number).join(" ");
  const columns = useMemo(() => endpointColumns(numbers === "" ? [] : numbers.split(" ").map(Number)), [numbers]);
  const { total = 0, matched = 0 } = view.head ?? {};
  return (
    <Section name="endpoints" title="Who answers" aside={<KindLegend />}>
      {total > FILTERED_FROM && <EndpointFilter url={url} matched={matched} total={total} />}
      {total === 0 && <NoEndpoints detail={detail} />}
      {total > 0 && matched === 0 && !view.behind && <p className="mt-2.5 text-ink-2">None of {formatNumber(total)} has these words.</p>}
      {matched > 0 && (
        <div className={view.behind ? "opacity-60" : ""} aria-busy={view.behind}>
          <SharedNames rows={view.rows}>
            <DataTable
              caption="Endpoints of the host"
              columns={columns}
              rows={view.rows}
              offset={view.offset}
              total={matched}
              page={`${view.query} ${view.limit}`}
              signatureOf={endpointSignature}
              sort={url.query.sort}
              onSort={(sort) => url.go({ sort })}
              onWindow={view.onWindow}
              keys
            />
          </SharedNames>
        </div>
      )}
    </Section>
  );
}

function NoEndpoints({ detail: { kind, selector, type, addresses } }: Pick<HostEndpointsProps, "detail">) {
  if (kind === "Service" && type !== "ExternalName" && selector === null && addresses === null) {
    return (
      <Notice kind="empty" title="Endpoints not known">
        <p>{SLICES_NOT_READ}</p>
      </Notice>
    );
  }
  return (
    <Notice kind="empty" title={selector === null ? "It has no endpoint" : "It selects no machine and no Pod"}>
      <p>{selector === null ? NO_SELECTOR : "Nearly shows machines and Pods that are one edit away."}</p>
    </Notice>
  );
}

/** So few are seen at a glance. */
const FILTERED_FROM = 8;
