"use client";

import { type ActivityFilter, useActivity } from "@/lib/client/history";
import type { ActivityAnswer } from "@/lib/contract/answers/history";
import { ActivityLines } from "./activity-lines";
import { OlderRow } from "./older-row";

interface ActivityPageProps {
  readonly filter: ActivityFilter;
  readonly window: string;
  readonly plain: boolean;
  readonly isLast: boolean;
  readonly onOlder: (next: string, page: ActivityAnswer) => void;
}

/** One older page of the log. */
export function ActivityPage({ filter, window, plain, isLast, onOlder }: ActivityPageProps) {
  const { value, problem } = useActivity(filter, window);
  if (value === null) {
    return (
      <tr>
        <td colSpan={4} className="text-ink-3" role="status">
          {problem ?? "Reading older lines"}
        </td>
      </tr>
    );
  }
  return (
    <>
      <ActivityLines answer={value} before={beginningOf(filter.before)} plain={plain} />
      {isLast && value.next !== null && <OlderRow onOlder={() => onOlder(value.next ?? "", value)} />}
    </>
  );
}

/** The moment at which a cursor stands: the last line of the page before. */
function beginningOf(cursor: string | undefined): number | null {
  const at = Number(cursor?.split(".")[0]);
  return Number.isFinite(at) ? at : null;
}
