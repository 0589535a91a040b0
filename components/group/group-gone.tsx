"use client";

import { Crumbs } from "@/components/table/crumbs";
import { BandSection } from "@/components/timeline/band-section";
import { usePageBand } from "@/components/timeline/use-page-band";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Link } from "@/lib/client/page-link";
import { useFreshness, useStatus } from "@/lib/client/status";
import { encoded, pagePaths } from "@/lib/contract/paths";
import { absenceReason } from "@/lib/format/absence";
import { LostSection } from "./lost-section";
import { useGroupLosses } from "./use-group-losses";

interface GroupGoneProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly problem: string | null;
}

/** The page of a group that is not there. */
export function GroupGone({ cluster, namespace, name, problem }: GroupGoneProps) {
  const live = useFreshness(cluster).kind === "live";
  const clusters = useStatus().clusters.map((one) => one.cluster);
  const reason = absenceReason(cluster, clusters, live);
  const place = { cluster: [cluster], ns: [namespace], group: name };
  const band = usePageBand(place);
  const losses = useGroupLosses(place, band.url.asked, 0);
  const isRemembered = (band.value?.points.length ?? 0) > 0 || (losses.value?.total ?? 0) > 0;
  return (
    <>
      <Crumbs steps={[{ href: pagePaths.groups(`ns=${encoded(namespace)}`), name: namespace }]} name={name} />
      <Headline>{live ? "No such group can be seen." : "This group is not known."}</Headline>
      <Notice
        kind={problem === null ? "not-found" : "error"}
        title={problem ?? reason}
        actions={
          <Link href={pagePaths.groups(`ns=${encoded(namespace)}`)} className={buttonClass()}>
            Groups of {namespace}
          </Link>
        }
      >
        <p>
          When a group is deleted, Kubernetes deletes the entries that it owns, while their machines stay connected. istiod registers them again once the group
          is back.
        </p>
      </Notice>
      <div hidden={!isRemembered}>
        <BandSection band={band} />
        <LostSection losses={losses} />
      </div>
    </>
  );
}
