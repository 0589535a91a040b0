"use client";

import { tonePanel } from "@/components/state/tone";
import { NO_ROWS } from "@/components/table/first-window";
import { useZone } from "@/components/table/use-zone";
import { Panel } from "@/components/ui/panel";
import { useNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import { useView } from "@/lib/client/use-view";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { formatDateTime } from "@/lib/format/clock";
import { plannedEntryWords } from "@/lib/format/planned-words";

/** That the machine of a page is planned to go, where its group says so; the group's page changes it. */
export function PlannedEntry({ query, initial }: { readonly query: string; readonly initial: ViewStateOf<"entry"> | null }) {
  const { state } = useView("entry", query, NO_ROWS, initial);
  const now = useNow();
  const zone = useZone();
  const { row = null, detail = null } = state?.head ?? {};
  if (row === null || detail === null || detail.planned === null) return null;
  const { by, reason } = detail.planned;
  const over = by !== null && by < now;
  return (
    <Panel tone={over ? tonePanel.warn : tonePanel.idle} title="Planned to go">
      <span className="wrap-anywhere" data-planned-by={by ?? ""} data-over={over}>
        {plannedEntryWords({ by: by === null ? "" : formatDateTime(by, zone), reason, over })}
      </span>{" "}
      <Link href={pagePaths.group(row.cluster, row.namespace, row.group)}>Who else is planned to go</Link>
    </Panel>
  );
}
