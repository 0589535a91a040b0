"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ActivityAnswer } from "@/lib/contract/answers/history";
import { ActivityLines } from "./activity-lines";
import { ActivityTable } from "./activity-table";

interface ActivityLogProps {
  readonly answer: ActivityAnswer;
  readonly before: number | null;
  /** True where routine reconnections are left out. */
  readonly plain: boolean;
  /** True while the lines answer the question before this one. */
  readonly behind: boolean;
  readonly filtered: boolean;
  readonly onClear: () => void;
  /** Older pages, as rows. */
  readonly children: ReactNode;
}

/** The log as a table, its gaps between its lines. */
export function ActivityLog({ answer, before, plain, behind, filtered, onClear, children }: ActivityLogProps) {
  const isEmpty = answer.rows.length === 0 && answer.gaps.length === 0;
  if (isEmpty && answer.next === null) return <Empty answer={answer} filtered={filtered} onClear={onClear} />;
  return (
    <div className={`overflow-x-auto ${behind ? "opacity-60" : ""}`} aria-busy={behind}>
      <ActivityTable label="What happened, newest first">
        <ActivityLines answer={answer} before={before} plain={plain} />
        {children}
      </ActivityTable>
    </div>
  );
}

/** Nothing recorded, nothing yet, nothing that fits: they never look alike. */
function Empty({ answer: { recorded }, filtered, onClear }: Pick<ActivityLogProps, "answer" | "filtered" | "onClear">) {
  if (recorded.since === null) {
    return (
      <Notice kind="denied" title="Nothing is recorded">
        <p>{recorded.notice || "The record begins with the first thing that is seen."}</p>
      </Notice>
    );
  }
  return (
    <Notice
      kind="empty"
      title={filtered ? "Nothing of this kind happened in this window" : "Nothing happened in this window"}
      actions={filtered && <Button onClick={onClear}>Remove every filter</Button>}
    >
      <p>A longer window may have more.</p>
    </Notice>
  );
}
