"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { useZone } from "@/components/table/use-zone";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { useView } from "@/lib/client/use-view";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { pagePaths } from "@/lib/contract/url/paths";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import { formatDateTime } from "@/lib/format/clock";
import { plannedDoneWords, plannedStateWords, unreadablePlanWords } from "@/lib/format/planned-words";
import { minuteOf } from "@/lib/format/text/duration";
import type { DeleteShownProps } from "./delete-entry";
import { UnplanButton } from "./unplan-button";

/** The machines that the group of a page names as planned to go; nothing where it names none. */
export function PlannedMachines({ query, initial, offered }: DeleteShownProps<"group">) {
  const { state } = useView("group", query, NO_ROWS, initial);
  const { row = null, detail = null } = state?.head ?? {};
  return row !== null && detail !== null && <PlannedList row={row} detail={detail} offered={offered} />;
}

interface PlannedListProps {
  readonly row: Pick<GroupRow, "cluster" | "namespace" | "name" | "rollUp">;
  readonly detail: Pick<NonNullable<SingleGroupHead["detail"]>, "planned" | "uid" | "resourceVersion" | "managedBy">;
  readonly offered: readonly ObjectCommandName[];
}

/** Who is planned to go, by when, why, and who of them left. */
export function PlannedList({ row, detail: { planned, uid, resourceVersion, managedBy }, offered }: PlannedListProps) {
  const now = useOfNow(minuteOf);
  const zone = useZone();
  const past = usePast();
  if (planned === null) return <p className="mt-4 text-warn">{unreadablePlanWords()}</p>;
  if (planned.length === 0) return null;
  const group = { cluster: row.cluster, namespace: row.namespace, name: row.name, uid, resourceVersion, managedBy };
  const gone = planned.filter(({ here }) => here === false).length;
  const marks = planned.map(({ entry, by, reason }) => ({ entry, by, reason }));
  const isOver = (by: number | null) => by !== null && by < now;
  return (
    <Section name="planned-leaves" title="Planned to go" aside={`${planned.length} marked, ${gone} left`}>
      <ul className="text-ink-2">
        {planned.map(({ entry, by, reason, here }) => (
          <li
            key={entry}
            data-machine={entry}
            data-here={here ?? "not-visible"}
            data-by={by ?? undefined}
            data-over={isOver(by)}
            className="flex flex-wrap items-center gap-x-3 border-b border-line py-1.5"
          >
            <Link href={pagePaths.entry(row.cluster, row.namespace, entry)} prefetch={false} className="font-mono text-s wrap-anywhere text-ink">
              {entry}
            </Link>
            <span className={here === true && isOver(by) ? "text-warn" : ""}>
              {plannedStateWords({ by: by === null ? "" : formatDateTime(by, zone), here, over: isOver(by) })}
            </span>
            <span className="min-w-0 grow wrap-anywhere text-ink-3">{reason}</span>
            {past === null && offered.includes("plan-leaves") && <UnplanButton group={group} planned={marks} entry={entry} />}
          </li>
        ))}
      </ul>
      {gone > 0 && row.rollUp.planned !== undefined && <p className="mt-2 text-s text-ink-3">{plannedDoneWords({ gone })}</p>}
    </Section>
  );
}
