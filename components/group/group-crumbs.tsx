"use client";

import type { ReactNode } from "react";
import { CopyLink } from "@/components/table/copy-link";
import { Crumbs } from "@/components/table/crumbs";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useLive } from "@/lib/client/live-provider";
import { usePast } from "@/lib/client/past";
import { encoded, pagePaths } from "@/lib/contract/paths";
import type { GroupRow } from "@/lib/contract/rows";
import { groupSummary } from "./group-summary";
import type { ToldOfGroup } from "./group-words";

interface GroupCrumbsProps {
  readonly row: GroupRow;
  readonly told: ToldOfGroup;
  readonly onboarding: ReactNode;
}

/** Where the group stands, and what can be copied. */
export function GroupCrumbs({ row, told, onboarding }: GroupCrumbsProps) {
  const live = useLive();
  const past = usePast();
  const summary = () => groupSummary({ row, told, at: past ?? live.serverNow(), origin: window.location.origin });
  return (
    <Crumbs
      steps={[{ href: pagePaths.groups(`ns=${encoded(row.namespace)}`), name: row.namespace }]}
      name={row.name}
      actions={
        <>
          {onboarding}
          <CopyButton text={summary} label="Copy summary" wordy />
          <CopyLink />
          <a href="#yaml" className={buttonClass()}>
            YAML
          </a>
        </>
      }
    />
  );
}
