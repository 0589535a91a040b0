"use client";

import type { ReactNode } from "react";
import { MeshModeSwitch } from "@/components/state/mesh-mode-switch";
import { Elsewhere } from "@/components/table/elsewhere";
import type { WindowedView } from "@/components/table/use-windowed-view";
import { Columns } from "@/components/ui/section";
import type { EndpointRow, ServiceDetail, ServiceHead } from "@/lib/contract/views/service";
import { HostChoice } from "./host-choice";
import { HostClaims } from "./host-claims";
import { HostCrumbs } from "./host-crumbs";
import { HostDifferences } from "./host-differences";
import { HostEndpoints } from "./host-endpoints";
import { HostHeadline } from "./host-headline";
import { HostMisses } from "./host-misses";
import { HostNotSeen } from "./host-not-seen";
import { HostPolicies } from "./host-policies";
import { HostPorts } from "./host-ports";
import { HostSeenFrom } from "./host-seen-from";
import { HostShares } from "./host-shares";
import { HostSubsets } from "./host-subsets";
import type { HostUrl } from "./use-host-url";

/** What the page puts into a host: what is common to all objects. */
export interface HostParts {
  readonly activity: ReactNode;
  readonly findings: ReactNode;
  readonly incidents: ReactNode;
  readonly events: ReactNode;
  readonly yaml: ReactNode;
}

interface HostPageProps extends HostParts {
  readonly view: WindowedView<ServiceHead, EndpointRow>;
  readonly detail: ServiceDetail;
  readonly url: HostUrl;
}

/** The page of a host that is there: who answers, on which port and why, who nearly would, and who can reach them. */
export function HostPage({ view, detail, url, findings, incidents, activity, events, yaml }: HostPageProps) {
  return (
    <>
      <HostCrumbs detail={detail} />
      <HostHeadline detail={detail} incidents={incidents} />
      <Elsewhere about={`host ${detail.host}`} fields={{ cluster: detail.cluster, namespace: detail.namespace, service: detail.name }} />
      <div className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1.5">
        <MeshModeSwitch mode={detail.mode} onMode={(mode) => url.go({ mode })} />
        <HostChoice detail={detail} url={url} />
      </div>
      <HostNotSeen detail={detail} />
      {findings}
      <HostShares detail={detail} />
      <HostPorts detail={detail} />
      <Columns
        main={<HostEndpoints view={view} detail={detail} url={url} />}
        side={
          <>
            <HostMisses detail={detail} />
            <HostSeenFrom detail={detail} url={url} />
            <HostClaims detail={detail} />
            <HostDifferences detail={detail} />
            <HostSubsets detail={detail} />
            <HostPolicies detail={detail} />
          </>
        }
      />
      {activity}
      {events}
      {yaml}
    </>
  );
}
