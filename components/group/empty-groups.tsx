"use client";

import { NoneMatches } from "@/components/table/none-matches";
import type { ListUrl } from "@/components/table/use-list-url";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import type { GroupFacet } from "@/lib/contract/url/list-filters";
import type { GroupsHead } from "@/lib/contract/views/groups";
import { plural } from "@/lib/format/text/numbers";

const LOOK = "kubectl get workloadgroups --all-namespaces";

/** Explains an empty list: no groups at all, or none that matches the filter. */
export function EmptyGroupList({ head, url }: { readonly head: GroupsHead; readonly url: ListUrl<GroupFacet> }) {
  const { terms, namespaces, clusters } = url.query;
  if (terms.length + namespaces.length + clusters.length > 0) {
    return <NoneMatches url={url} title={head.total === 0 ? "No group is in sight here" : `None of ${plural(head.total, "group")} matches`} />;
  }
  return (
    <Notice kind="empty" title="No WorkloadGroup is in sight" actions={<CopyButton text={LOOK} label="Copy command" wordy />}>
      <p>A WorkloadGroup is to machines what a Deployment is to Pods: the template of their entries.</p>
      <p>
        To see what the API server has: <code>{LOOK}</code>
      </p>
    </Notice>
  );
}
