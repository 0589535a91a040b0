"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { Withdrawn } from "@/components/table/withdrawn";
import { PageSkeleton } from "@/components/ui/page-skeleton";
import { useView } from "@/lib/client/use-view";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { GoneGroupPage } from "./group-gone";
import { GroupPage, type GroupPageParts } from "./group-page";

interface GroupViewProps extends GroupPageParts {
  readonly query: string;
  readonly initial: ViewStateOf<"group"> | null;
  /** See `GoneGroupPage`. */
  readonly deletedBy: string | null | undefined;
}

/** The page of one group, or of a group that does not exist. */
export function GroupView({ query, initial, ...parts }: GroupViewProps) {
  const { state, problem, isWithdrawn = false } = useView("group", query, NO_ROWS, initial);
  const head = state?.head ?? null;
  const { cluster, namespace, name } = parts;
  if (isWithdrawn) return <Withdrawn title={`Group ${name}`} problem={problem} />;
  if (head === null && problem === null) return <PageSkeleton title={`Group ${name}`} label="Reading the group" />;
  if (head === null || !head.found || head.row === null) {
    const { offered, incidents, deletedBy } = parts;
    return <GoneGroupPage row={head?.row ?? null} {...{ offered, incidents, deletedBy, cluster, namespace, name, problem }} />;
  }
  return <GroupPage row={head.row} head={head} {...parts} />;
}
