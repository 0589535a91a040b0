"use client";

import type { ReactNode } from "react";
import { statementAttributes } from "@/components/state/statement";
import { Crumbs } from "@/components/table/crumbs";
import { Elsewhere } from "@/components/table/elsewhere";
import { useZone } from "@/components/table/use-zone";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { useOfNow } from "@/lib/client/clock";
import { useActivity } from "@/lib/client/history";
import { Link } from "@/lib/client/page-link";
import { useFreshness, useStatus } from "@/lib/client/status";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import type { ServiceQuery } from "@/lib/contract/url/service-query";
import type { ServiceHead } from "@/lib/contract/views/service";
import { objectNotFound, serviceDeleted } from "@/lib/domain/statements/entry";
import { absenceReason } from "@/lib/format/absence";
import { deletedSentence } from "@/lib/format/group-deleted";

interface HostAbsentProps extends Pick<ServiceQuery, "cluster" | "kind" | "namespace" | "name"> {
  readonly head: ServiceHead | null;
  readonly problem: string | null;
  readonly yaml: ReactNode;
  /** The changes of the object. */
  readonly activity: ReactNode;
}

/** The page of a Service or ServiceEntry that cannot be shown: it is unreadable, deleted, missing or not visible. Lists those with similar names. */
export function HostAbsent({ cluster, kind, namespace, name, head, problem, yaml, activity }: HostAbsentProps) {
  const live = useFreshness(cluster).kind === "live";
  const clusters = useStatus().clusters.map((one) => one.cluster);
  const unreadable = head?.unreadable ?? null;
  const deletions = useActivity({ cluster: [cluster], ns: [namespace], name, type: ["service-deleted"], limit: 20 }, "7d").value?.rows ?? [];
  const deletion = deletions.find((row) => row.kind === kind.toLowerCase());
  const zone = useZone();
  const deleted = useOfNow((now) => (deletion === undefined ? "" : deletedSentence({ ...deletion, object: kind }, now, zone)));
  const elsewhere = <Elsewhere about={`host ${name}`} fields={{ cluster, namespace, service: name }} />;
  const crumbs = <Crumbs cluster={cluster} steps={[{ href: pagePaths.services(`ns=${encodeSegment(namespace)}`), name: namespace }]} name={name} />;
  if (unreadable !== null) {
    return (
      <>
        {crumbs}
        <Headline>
          The {kind} {name} cannot be read.
        </Headline>
        {elsewhere}
        <Notice kind="error" title={unreadable}>
          <p>Who answers for its hosts is not known here. Its YAML shows what is stored.</p>
        </Notice>
        {yaml}
      </>
    );
  }
  return (
    <>
      {crumbs}
      <Headline
        data={statementAttributes(
          deletion === undefined ? objectNotFound("service-absent", { namespace, name }) : serviceDeleted({ namespace, name }, deletion),
          { past: !live },
        )}
      >
        {deleted !== "" ? deleted : live ? `No such ${kind} can be seen.` : `This ${kind} is not known.`}
      </Headline>
      {elsewhere}
      <Notice
        kind={problem === null ? "not-found" : "error"}
        title={problem ?? (deletion === undefined ? absenceReason(cluster, clusters, live) : "The machines that it selected stay registered")}
      >
        {head !== null && head.nearest.length > 0 && (
          <ul>
            {head.nearest.map((one) => (
              <li key={`${one.kind} ${one.namespace}/${one.name}`}>
                There is the {one.kind}{" "}
                <Link href={pagePaths.host(cluster, one.kind, one.namespace, one.name)} className="font-mono text-s">
                  {one.namespace}/{one.name}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Notice>
      {deletion !== undefined && activity}
    </>
  );
}
