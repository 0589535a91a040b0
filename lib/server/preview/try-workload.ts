import type { LabelChangeEffect, SelectingServiceChange, WorkloadEditEffects } from "@/lib/contract/answers/preview";
import { mergedLabels } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { gitManagedGroupCounts } from "@/lib/domain/new-group/managing-tool";
import { type LabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import { type EndpointOutcome, endpointOutcomeOf, NOT_SELECTED_OUTCOME } from "@/lib/domain/preview/endpoint-snapshot";
import { endpointMoveOf, zoneOfEndpoint } from "@/lib/domain/preview/moves";
import { bundleLabelsWithCanonical, changedBundleLabels, entryFromGroupAndBundleLabels } from "@/lib/domain/preview/new-machines";
import { type GroupsWithOverlappingLabels, groupsWithOverlappingLabels } from "@/lib/domain/preview/shared-labels";
import type { MeshService, SelectableEntry } from "@/lib/domain/selection/objects";
import { areAllStateReasons, type SelectionCandidate } from "@/lib/domain/selection/reasons";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { noAddressWords } from "@/lib/format/address-reach-words";
import { leftOutWords } from "@/lib/format/host/left-out-words";
import { namespaceKeptWords } from "@/lib/format/new-group/owner-words";
import { sharedLabelsWords } from "@/lib/format/new-group/shared-labels-words";
import { portRuleWords } from "@/lib/format/port-rule-words";
import { reasonWords } from "@/lib/format/reason-words";
import { hostsOf } from "@/lib/server/hosts/host-object";
import { meshInSight } from "@/lib/server/hosts/mesh-of";
import { mayHaveAddress } from "@/lib/server/hosts/slice-addresses";
import { candidatesOf, knownServices, previewConditions, type SeenPlace, unseenEndpoints } from "./candidates";
import { MOVE_ORDER } from "./grouped-changes";
import { groupsIn, selectorsIn } from "./known-object";

interface Workloads {
  readonly before: SelectableEntry | null;
  readonly after: SelectableEntry;
}

const NOTHING_BESIDE: Pick<WorkloadEditEffects, "sharedLabels" | "keptFromGit"> = { sharedLabels: [], keptFromGit: [] };

/** Which hosts an edited entry leaves, joins and stays with: at once, for istiod reads the object. */
export function tryEntry(place: SeenPlace, { before, after }: Workloads): WorkloadEditEffects {
  const takers = takersOf(place, { before, after });
  const labels = before === null ? [] : labelChanges(mergedLabels(before), mergedLabels(after));
  return { cases: [{ case: "entry", machines: null, takers }], labels, ...NOTHING_BESIDE };
}

/**
 * Which hosts take the machines of an edited group: now, where nothing changes for entries that are there (docs/istio.md#group-changes); for entries that
 * istiod makes anew for machines with the bundle that they have; and with new bundles.
 */
export function tryGroup(place: SeenPlace, before: WorkloadGroup | null, after: WorkloadGroup, machines: number | null): WorkloadEditEffects {
  const made = entryFromGroupAndBundleLabels(after, bundleLabelsWithCanonical(after));
  const others = groupsIn(place);
  const shared = groupsWithOverlappingLabels(after, others);
  const beside = {
    sharedLabels: [...sharedLabelsWords(shared)],
    overlaps: overlapsOf(shared),
    keptFromGit: gitManagedGroupCounts(others).map((kept) => namespaceKeptWords({ namespace: place.namespace, ...kept })),
  };
  if (before === null) {
    const takers = takersOf(place, { before: null, after: made });
    return { cases: [{ case: "bundles", machines: null, takers }], labels: [], ...beside };
  }
  const held = entryFromGroupAndBundleLabels(before, bundleLabelsWithCanonical(before));
  const results: readonly (readonly [LabelChangeEffect["case"], SelectableEntry])[] = [
    ["now", held],
    ["anew", entryFromGroupAndBundleLabels(after, bundleLabelsWithCanonical(before))],
    ["bundles", made],
  ];
  const cases = results.map(([name, entry]) => ({
    case: name,
    machines: name === "now" ? machines : null,
    takers: takersOf(place, { before: held, after: entry }),
  }));
  const labels = changedBundleLabels(before, after).map(([key, value]) => ({
    key,
    before: valueOfLabel(bundleLabelsWithCanonical(before), key) ?? null,
    after: value,
  }));
  return { cases, labels, ...beside };
}

/** The groups of each sentence, in the order of the sentences. */
function overlapsOf(shared: GroupsWithOverlappingLabels): NonNullable<WorkloadEditEffects["overlaps"]> {
  return (["same", "included", "including"] as const).flatMap((overlap) => (shared[overlap].length === 0 ? [] : [{ overlap, groups: [...shared[overlap]] }]));
}

function labelChanges(before: LabelSet, after: LabelSet): WorkloadEditEffects["labels"] {
  const keys = [...new Set([...before, ...after].map(([key]) => key))].sort();
  return keys.flatMap((key) => {
    const [was, is] = [valueOfLabel(before, key) ?? null, valueOfLabel(after, key) ?? null];
    return was === is ? [] : [{ key, before: was, after: is }];
  });
}

function takersOf(place: SeenPlace, { before, after }: Workloads): SelectingServiceChange[] {
  const { settings: mesh } = meshInSight(place.fleet.worldOf(place.cluster), place.scope);
  const options = { ...previewConditions(place), servicesOf: (selector: MeshService) => knownServices(place, selector) };
  const takers = selectorsIn(place).flatMap((selector): readonly SelectingServiceChange[] => {
    const [was, is] = [
      before === null ? NOT_SELECTED_OUTCOME : endpointOutcomeOf(selector, { kind: "entry", entry: before }, mesh, options),
      endpointOutcomeOf(selector, { kind: "entry", entry: after }, mesh, options),
    ];
    const move = endpointMoveOf(was, is);
    if (move === null) return [];
    const leaves = move === "goes" && before !== null ? leavesOf(place, selector, before, mesh) : "";
    return [
      {
        move,
        kind: selector.kind,
        name: selector.name,
        hosts: [...hostsOf(selector, mesh.domain)],
        ports: portsOf(selector, was, is),
        because: becauseOf(selector, is),
        leaves,
      },
    ];
  });
  return takers.sort((a, b) => MOVE_ORDER[a.move] - MOVE_ORDER[b.move] || (a.name < b.name ? -1 : 1));
}

function portsOf(selector: MeshService, was: EndpointOutcome, is: EndpointOutcome): SelectingServiceChange["ports"] {
  return selector.ports.map(({ name, number }, at) => ({ name, number, before: was.ports[at]?.port ?? null, after: is.ports[at]?.port ?? null }));
}

function becauseOf(selector: MeshService, is: EndpointOutcome): string {
  const against = is.reasons.filter((reason) => is.is !== "not-taken" || !areAllStateReasons([reason])).map(reasonWords);
  const [port] = selector.ports;
  const [found] = is.ports;
  const rule = port === undefined || found === undefined ? "its labels match" : portRuleWords(found, port);
  const notSent = is.notSent === null ? [] : [`not sent: ${leftOutWords(is.notSent)}`];
  return [...noAddressWords(is), ...notSent, ...(against.length > 0 ? against : notSent.length > 0 ? [] : [rule])].join("; ");
}

/** The endpoints that are left when a machine leaves an object: none at all, none in its zone, or some. */
function leavesOf(place: SeenPlace, selector: MeshService, leaving: SelectableEntry, mesh: MeshSettings): SelectingServiceChange["leaves"] {
  const zoneOf = (candidate: SelectionCandidate) => zoneOfEndpoint(candidate, mesh, place.mode);
  const zone = zoneOf({ kind: "entry", entry: leaving });
  const options = { ...previewConditions(place), servicesOf: (one: MeshService) => knownServices(place, one) };
  const others = candidatesOf(place, [selector]).filter(({ candidate }) => {
    const isSelf = candidate.kind === "entry" && candidate.entry.name === leaving.name;
    return !isSelf && endpointOutcomeOf(selector, candidate, mesh, options).is === "answers";
  });
  if (others.some(({ candidate }) => zoneOf(candidate) === zone)) return "";
  const hasUnplaced = others.some(({ candidate }) => zoneOf(candidate) === null);
  const isPartial = hasUnplaced || unseenEndpoints(place, { before: selector, after: selector }).length > 0;
  const isLast = others.length === 0 && (isPartial || !mayHaveAddress(place.fleet, place.scope, place.cluster, selector));
  if (isLast) return isPartial ? "perhaps-nobody" : "nobody";
  if (zone === "") return "";
  return isPartial ? "perhaps-zone" : "zone";
}
