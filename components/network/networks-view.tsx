"use client";

import { MapFindingsProvider } from "@/components/state/finding-mark";
import { DataTable } from "@/components/table/data-table";
import { DeniedSources } from "@/components/table/denied-sources";
import { NothingHere } from "@/components/table/nothing-here";
import { PageHead } from "@/components/table/page-head";
import { useUnseen } from "@/components/table/use-unseen";
import { useWindowedView } from "@/components/table/use-windowed-view";
import { ViewProblem } from "@/components/table/view-problem";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { formatNetworksQuery } from "@/lib/contract/url/networks-query";
import { NETWORKS_VIEW_SOURCES } from "@/lib/contract/views/networks";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { plural } from "@/lib/format/text/numbers";
import { AcrossSection } from "./across-section";
import { CallerChoice } from "./caller-choice";
import { GapHosts, GapMachines } from "./gap-sections";
import { GatewayTable } from "./gateway-table";
import { KialiLink } from "./kiali-link";
import { MeshNotes } from "./mesh-notes";
import { networkColumns, networkSignature } from "./network-columns";
import { NetworkGraph } from "./network-graph";
import { NetworksHeadline } from "./networks-headline";
import { useNetworksUrl } from "./use-networks-url";

interface NetworksViewProps {
  readonly initial: ViewStateOf<"networks"> | null;
  /** The canonical query that `initial` answers. */
  readonly initialQuery: string;
  /** Where Kiali is; null = not set. */
  readonly kiali: string | null;
}

/** Networks with their machines, Pods and gateways: who reaches whom, and what is kept back. */
export function NetworksView({ initial, initialQuery, kiali }: NetworksViewProps) {
  const url = useNetworksUrl();
  const query = formatNetworksQuery(url.query);
  const view = useWindowedView("networks", query, query === initialQuery ? initial : null);
  const { head } = view;
  const isUnseen = useUnseen() && head?.machines === 0;
  const isThere = head !== null && !isUnseen;
  return (
    <>
      <PageHead files={{ what: "networks" }} hasViews>
        {isThere ? <NetworksHeadline head={head} mode={url.query.mode} /> : <Headline data={{ "data-statement": "networks" }}>Networks</Headline>}
      </PageHead>
      <DeniedSources needed={NETWORKS_VIEW_SOURCES} />
      <ViewProblem problem={view.problem} isWithdrawn={view.isWithdrawn} title="Networks cannot be shown" />
      {head === null && view.problem === null && <Skeleton rows={12} label="Reading networks" />}
      {head !== null && head.total === 0 && !view.behind && (
        <NothingHere label="Reading networks">
          <Notice kind="empty" subject="networks" title="There is no network">
            Nothing here has machines, and nothing names a gateway.
          </Notice>
        </NothingHere>
      )}
      {isThere && head.total > 0 && (
        <MapFindingsProvider map="networks">
          <div className={view.behind ? "opacity-60" : ""} aria-busy={view.behind}>
            <Section name="reachability" title="Who reaches whom" aside={<CallerChoice head={head} url={url} />} className="mt-6">
              <MeshNotes head={head} mode={url.query.mode} />
              {head.graph !== null && <NetworkGraph graph={head.graph} rows={view.rows} />}
            </Section>
            <Section name="networks" title="Networks" aside={<KialiLink base={kiali} />}>
              <DataTable
                caption="Networks and how callers reach them"
                columns={networkColumns}
                choice={head.meshes.length > 1 ? "cluster,machines,found,cells,pods,reached,by,gaps" : ""}
                rows={view.rows}
                total={view.rows.length}
                page={view.query}
                signatureOf={networkSignature}
                keys
              />
              {head.total > view.rows.length && (
                <p className="mt-1.5 text-s text-ink-3">{plural(head.total - view.rows.length, "more network")} in the file.</p>
              )}
            </Section>
            <GatewayTable head={head} kiali={kiali} />
            <GapMachines head={head} />
            {url.query.mode === "sidecar" && <GapHosts head={head} />}
            <AcrossSection head={head} />
          </div>
        </MapFindingsProvider>
      )}
    </>
  );
}
