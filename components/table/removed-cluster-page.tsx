"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Link } from "@/lib/client/page-link";
import { formatMoment } from "@/lib/contract/url/history-window";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import { formatDateTime } from "@/lib/format/clock";
import { Crumbs } from "./crumbs";
import { useZone } from "./use-zone";

interface RemovedClusterPageProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** The word for the object in a sentence: "group". */
  readonly object: string;
  /** The last moment at which the cluster was watched, in milliseconds; "none" = it is not in the history; "not-known" = the history is off, or cannot be read. */
  readonly watchedTo: number | "none" | "not-known";
}

const WITHOUT_MOMENT = {
  none: "The history has nothing of it.",
  "not-known": "Whether the history has something of it is not known: it is off, or cannot be read now.",
} as const;

/** The page of an object whose cluster is not configured any more. It links to the object's last recorded moment. */
export function RemovedClusterPage({ cluster, namespace, name, object, watchedTo }: RemovedClusterPageProps) {
  const zone = useZone();
  const path = usePathname();
  const search = new URLSearchParams(useSearchParams());
  if (typeof watchedTo === "number") search.set("at", formatMoment(watchedTo));
  return (
    <>
      <Crumbs cluster={cluster} steps={[{ href: pagePaths.groups(`ns=${encodeSegment(namespace)}`), name: namespace }]} name={name} />
      <Headline sub={typeof watchedTo === "number" ? `Stolos watched it until ${formatDateTime(watchedTo, zone)}.` : WITHOUT_MOMENT[watchedTo]}>
        Cluster {cluster} is no longer configured.
      </Headline>
      <Notice
        kind="denied"
        subject="removed-cluster"
        title={`The state of this ${object} is not known`}
        actions={
          typeof watchedTo !== "number" ? undefined : (
            <>
              <Link href={`${path}?${search}`} prefetch={false} className={buttonClass()} data-past-of="object">
                {`This ${object} then`}
              </Link>
              <Link href={pagePaths.activity(`cluster=${encodeSegment(cluster)}&window=7d`)} prefetch={false} className={buttonClass()}>
                Activity of the cluster
              </Link>
            </>
          )
        }
      >
        <p>No kubeconfig names this cluster any more. Its machines are on no page and count as neither serving nor lost.</p>
        <p>Add it under the same name, and Stolos watches it again with its history.</p>
      </Notice>
    </>
  );
}
