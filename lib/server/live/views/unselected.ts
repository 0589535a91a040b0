import type { UnselectedHead } from "@/lib/contract/views/services";
import { compareText } from "@/lib/domain/object/compare-text";
import { standingUnselected } from "@/lib/server/hosts/list/unselected-machines";
import { isGroupUnselected, type UnselectedGroup, UnselectedRows } from "@/lib/server/hosts/list/unselected-row";
import type { OpenView } from "@/lib/server/live/view-source";
import { placesOf, visibleGroups } from "./visible-groups";

/** Machines that no selector takes, folded by their groups, and groups without machines whose template nobody selects; most machines first. */
export const openUnselected: OpenView<"unselected"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const { scope } = viewer;
  const picked = placesOf(query);
  const { machines: unselected, close } = standingUnselected(fleet, scope);
  const unlisten = unselected.listen(changed);
  const rows = new UnselectedRows(fleet, scope, ({ place }) => unselected.versionOf(place));
  return {
    compute: () => {
      unselected.catchUp();
      const head = { machines: 0, groups: 0, told: 0, untold: 0 };
      const found: UnselectedGroup[] = [];
      for (const seen of visibleGroups(fleet, picked, scope)) {
        const { record, sight } = seen;
        const isTold = unselected.isTold(record.place);
        if (sight.machines) head[isTold ? "told" : "untold"] += record.members.size;
        const machines = unselected.of(record);
        if (!isTold || (machines.size === 0 && !isGroupUnselected(fleet, seen, scope))) continue;
        head.machines += machines.size;
        if (record.name !== "") head.groups++;
        found.push({ record, sight, machines });
      }
      const counted: UnselectedHead = { ...head, total: found.length, matched: found.length };
      return { head: counted, rows: rows.of(found.sort(mostFirst).slice(offset, offset + limit)) };
    },
    close: () => {
      unlisten();
      close();
    },
  };
};

function mostFirst({ record: a, machines: ofA }: UnselectedGroup, { record: b, machines: ofB }: UnselectedGroup): number {
  return (
    ofB.size - ofA.size || compareText(a.place.cluster, b.place.cluster) || compareText(a.place.namespace, b.place.namespace) || compareText(a.name, b.name)
  );
}
