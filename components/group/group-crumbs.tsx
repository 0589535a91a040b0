"use client";

import type { ReactNode } from "react";
import { CopyLink } from "@/components/table/copy-link";
import { Crumbs } from "@/components/table/crumbs";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import type { GroupRow } from "@/lib/contract/views/groups";

interface GroupCrumbsProps {
  readonly row: GroupRow;
  readonly summary: () => string;
  readonly onboarding: ReactNode;
}

/** Where the group stands, and what can be copied; a phone has the summary under the thumb instead. */
export function GroupCrumbs({ row, summary, onboarding }: GroupCrumbsProps) {
  return (
    <Crumbs
      cluster={row.cluster}
      steps={[{ href: pagePaths.groups(`ns=${encodeSegment(row.namespace)}`), name: row.namespace }]}
      name={row.name}
      actions={
        <>
          {onboarding}
          <span className="max-desk:hidden">
            <CopyButton text={summary} label="Copy summary" wordy />
          </span>
          <CopyLink />
          <a href="#yaml" className={buttonClass()}>
            YAML
          </a>
        </>
      }
    />
  );
}
