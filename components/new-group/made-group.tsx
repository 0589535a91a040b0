"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/client/page-link";
import { useView } from "@/lib/client/use-view";
import { objectViewQuery } from "@/lib/contract/url/page-query";
import { pagePaths } from "@/lib/contract/url/paths";

interface MadeGroupProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** Where to go on once the watch has told of the group; the API server's word alone is not shown as done. */
export function MadeGroup({ cluster, namespace, name }: MadeGroupProps) {
  const { state } = useView("group", objectViewQuery({ cluster, namespace, name }), NO_ROWS);
  if (state?.head.found !== true) {
    return (
      <p role="status" data-watch="awaited" className="mt-4 text-ink-2">
        Accepted. Waiting for the cluster to tell of the group.
      </p>
    );
  }
  return (
    <div role="status" data-watch="shown" className="mt-4 flex flex-wrap items-center gap-3">
      <span className="text-good">The cluster has the group.</span>
      <Link prefetch={false} href={pagePaths.group(cluster, namespace, name)} className={buttonClass()}>
        Its page
      </Link>
      <Link prefetch={false} href={pagePaths.bundle(cluster, namespace, name)} className={buttonClass("primary")}>
        Next: the files of its machines
      </Link>
    </div>
  );
}
