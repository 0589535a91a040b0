import { type ObjectFindingsHead, parseObjectFindingsQuery } from "@/lib/contract/views/findings";
import { objectMutesOf } from "@/lib/domain/findings/object-mute";
import { isInScope } from "@/lib/domain/source/scope";
import { findingRow } from "@/lib/server/findings/list/finding-row";
import { sinceOfFindings } from "@/lib/server/findings/list/since-of";
import { sortFindings } from "@/lib/server/findings/list/sort-findings";
import { mutedTextOf, watchMutedText } from "@/lib/server/findings/muted-text";
import { standingFindings } from "@/lib/server/findings/standing-findings";
import { type OpenView, UnreadableQuery } from "@/lib/server/live/view-source";

/** A page of an object shows so many. */
const MOST = 50;

const KINDS = { WorkloadEntry: "workloadentries", WorkloadGroup: "workloadgroups", Service: "services", ServiceEntry: "serviceentries" } as const;

/** What was found about one object, the worst first. */
export const openFindingsOf: OpenView<"findings-of"> = ({ fleet, viewer, query, changed, isFirstPaint }) => {
  const asked = parseObjectFindingsQuery(query);
  if (asked === null) throw new UnreadableQuery("Say of which object: of=WorkloadEntry&cluster=…&ns=…&name=…");
  const { of, cluster, namespace, name } = asked;
  const isInSight = isInScope(viewer.scope, cluster, KINDS[of], namespace);
  const standing = standingFindings(fleet, viewer.scope, changed);
  const unhook = fleet.findingMemory?.hook(changed);
  const unwatch = isInSight ? watchMutedText(fleet, asked, changed) : null;
  return {
    compute: () => {
      const settled = isFirstPaint === true ? standing.isSettled() : standing.caughtUp();
      const sinceOf = sinceOfFindings(fleet, viewer.scope);
      const found = isInSight ? sortFindings([...standing.findings.store.about(cluster, of, namespace, name)], "", sinceOf) : [];
      const here = standing.findings.clusters.get(cluster);
      const untold = isInSight && here !== undefined ? here.gates.untold(of, namespace) : 0;
      const unreadableMutes = isInSight && objectMutesOf(mutedTextOf(fleet, asked)) === null;
      const head: ObjectFindingsHead = { total: found.length, settled, untold, unreadableMutes };
      return { head, rows: found.slice(0, MOST).map((finding) => findingRow(finding, sinceOf(finding))) };
    },
    close: () => {
      unhook?.();
      unwatch?.();
      standing.close();
    },
  };
};
