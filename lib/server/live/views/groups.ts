import { parseGroupsQuery, type TroubleAge } from "@/lib/contract/url/list-filters";
import type { GroupsHead } from "@/lib/contract/views/groups";
import { compareText } from "@/lib/domain/object/compare-text";
import { earlierOf } from "@/lib/domain/object/timestamp";
import { STATES } from "@/lib/domain/verdict/verdict";
import { objectInSight, worstRank } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { RowIncidents } from "@/lib/server/incidents/row-incidents";
import type { OpenView } from "@/lib/server/live/view-source";
import { atTurn } from "./at-turn";
import { rolloutsIn } from "./fleet-common";
import { type TroubledGroups, troubledGroups } from "./fleet-trouble";
import { asksForTrouble, groupsTurnAt, matchesGroup } from "./group-filter";
import { sortedByRow, sortsByRow } from "./group-row-sorts";
import { troubleOrder } from "./trouble-order";
import { machinesIn, type VisibleGroup, visibleGroups, withMachines } from "./visible-groups";
import { watchGroups } from "./watch-groups";

/** The groups (only real ones and those that entries name), filtered and sorted. */
export const openGroups: OpenView<"groups"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const parsed = parseGroupsQuery(query);
  const byHarm = troubleOrder(fleet);
  const column = parsed.sort.replace(/^-/, "");
  const compare = orderOf(parsed.sort, byHarm);
  const unwatch = watchGroups(fleet, viewer.scope, ({ cluster, namespace }) => pickedPlace(parsed, cluster, namespace), changed);
  const turn = atTurn(fleet.now, changed);
  const incidents = new RowIncidents(fleet, viewer.scope, changed);
  const ofTrouble = asksForTrouble(parsed.terms);
  // A rollout of istiod explains machines that reconnect.
  const unhookWorlds = ofTrouble ? fleet.subscribe({ world: (cluster) => viewer.scope.clusters.has(cluster) && changed() }) : () => undefined;
  return {
    compute: () => {
      const visible = visibleGroups(fleet, parsed, viewer.scope);
      const all = visible.filter(({ record }) => record.name !== "");
      const troubled = ofTrouble ? troubledGroups(fleet, visible, rolloutsIn(fleet, withMachines(visible), viewer.scope)) : NO_TROUBLE;
      const ages = troubleAges(troubled);
      const found = all.filter((group) => matchesGroup(fleet, group, parsed.terms, (one) => ages.get(one) ?? null));
      const matched = sortsByRow(column) ? sortedByRow(fleet, found, parsed.sort, byHarm) : found.sort(compare ?? byHarm);
      turn.set(earlierOf(groupsTurnAt(fleet, all, parsed.terms), troubled.turnsAt));
      const head: GroupsHead = {
        total: all.length,
        matched: matched.length,
        problem: compare === null && !sortsByRow(column) ? `There is no column "${column}" to sort by; this is worst first.` : null,
      };
      return { head, rows: incidents.ofGroups(matched.slice(offset, offset + limit).map(({ record, sight }) => fleet.groupRow(record, sight))) };
    },
    close: () => {
      turn.close();
      incidents.close();
      unwatch();
      unhookWorlds();
    },
  };
};

const NO_TROUBLE: TroubledGroups = { recent: [], longRunning: [], turnsAt: null };

function troubleAges({ recent, longRunning }: TroubledGroups): ReadonlyMap<VisibleGroup, TroubleAge> {
  return new Map([...recent.map((group) => [group, "new"] as const), ...longRunning.map((group) => [group, "old"] as const)]);
}

type Compare = (a: VisibleGroup, b: VisibleGroup) => number;

/** The order of a sort as the URL spells it, or null where there is no such column. */
function orderOf(spelled: string, byHarm: Compare): Compare | null {
  if (spelled === "") return byHarm;
  const compare = GROUP_SORTS.get(spelled.replace(/^-/, ""));
  if (compare === undefined) return null;
  return spelled.startsWith("-") ? (a, b) => compare(b, a) || byHarm(a, b) : (a, b) => compare(a, b) || byHarm(a, b);
}

/** The columns that sort the list by counts of the fleet, by their name in the address. */
export const GROUP_SORTS: ReadonlyMap<string, Compare> = new Map<string, Compare>([
  ["state", (a, b) => worstIn(a) - worstIn(b)],
  ["name", (a, b) => compareText(a.record.name, b.record.name)],
  ["cluster", (a, b) => compareText(a.record.place.cluster, b.record.place.cluster)],
  ["namespace", (a, b) => compareText(a.record.place.namespace, b.record.place.namespace)],
  ["serving", (a, b) => servingIn(a) - servingIn(b)],
  ["machines", (a, b) => machinesIn(a) - machinesIn(b)],
  ["age", (a, b) => createdAt(b) - createdAt(a)],
]);

/** The place of its worst state in the order of STATES; one without machines in sight comes last. */
function worstIn({ record, sight }: VisibleGroup): number {
  return sight.machines ? worstRank(record, sight) : STATES.length;
}

function servingIn({ record, sight }: VisibleGroup): number {
  return sight.machines ? record.serving : 0;
}

function createdAt({ record, sight }: VisibleGroup): number {
  return objectInSight(record, sight)?.createdAt ?? 0;
}
