import type { GroupFindingsHead, GroupFindingsRow } from "@/lib/contract/views/findings";
import { standingFindings } from "@/lib/server/findings/standing-findings";
import type { OpenView } from "@/lib/server/live/view-source";
import { placesOf, visibleGroups } from "./visible-groups";

/** So many groups are marked; the list of findings has all. */
const MOST = 500;

/** How much was found about each group in sight: what its own page shows, counted. */
export const openGroupFindings: OpenView<"group-findings"> = ({ fleet, viewer, query, changed, isFirstPaint }) => {
  const picked = placesOf(query);
  const standing = standingFindings(fleet, viewer.scope, changed);
  return {
    compute: () => {
      const settled = isFirstPaint === true ? standing.isSettled() : standing.caughtUp();
      const { store, clusters } = standing.findings;
      const rows: GroupFindingsRow[] = [];
      const untold = new Map<string, GroupFindingsHead["untold"][number]>();
      for (const { record, sight } of visibleGroups(fleet, picked, viewer.scope)) {
        const { cluster, namespace } = record.place;
        const key = `${cluster}/${namespace}`;
        if (!untold.has(key)) untold.set(key, { cluster, namespace, rules: clusters.get(cluster)?.gates.untold("WorkloadGroup", namespace) ?? 0 });
        if (record.name === "" || !sight.object) continue;
        const row = { id: `${key}/${record.name}`, error: 0, warning: 0, note: 0 };
        for (const { rule } of store.about(cluster, "WorkloadGroup", namespace, record.name)) row[rule.severity]++;
        if (row.error + row.warning + row.note > 0) rows.push(row);
      }
      const head: GroupFindingsHead = { settled, more: Math.max(0, rows.length - MOST), untold: [...untold.values()].filter(({ rules }) => rules > 0) };
      return { head, rows: rows.sort(byHarm).slice(0, MOST) };
    },
    close: () => standing.close(),
  };
};

function byHarm(a: GroupFindingsRow, b: GroupFindingsRow): number {
  return b.error - a.error || b.warning - a.warning || b.note - a.note || (a.id < b.id ? -1 : 1);
}
