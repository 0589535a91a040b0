"use client";

import { CopyLink } from "@/components/table/copy-link";
import { Crumbs } from "@/components/table/crumbs";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useNow } from "@/lib/client/clock";
import type { GroupHead } from "@/lib/contract/heads";
import { pagePaths } from "@/lib/contract/paths";
import type { GroupRow } from "@/lib/contract/rows";
import { groupSummary } from "./group-summary";

interface GroupCrumbsProps {
  readonly row: GroupRow;
  readonly head: GroupHead;
}

/** Where the group stands, and what can be copied. */
export function GroupCrumbs({ row, head }: GroupCrumbsProps) {
  const now = useNow();
  return (
    <Crumbs
      steps={[{ href: pagePaths.groups(`ns=${encodeURIComponent(row.namespace)}`), name: row.namespace }]}
      name={row.name}
      actions={
        <>
          <CopyButton text={groupSummary(row, head.detail?.expectedSizeText ?? null, now)} label="Copy summary" wordy />
          <CopyLink />
          <a href="#yaml" className={buttonClass()}>
            YAML
          </a>
        </>
      }
    />
  );
}
