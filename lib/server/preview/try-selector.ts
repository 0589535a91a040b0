import type { PreviewEndpointCount, PreviewPort, PreviewZone, ServiceEditEffects } from "@/lib/contract/answers/preview";
import { compareText } from "@/lib/domain/object/compare-text";
import {
  countByTargetPort,
  type EndpointWithMove,
  endpointsWithMoves,
  type MeshServiceEdit,
  sliceAddressesWithMoves,
  zoneMovesOf,
} from "@/lib/domain/preview/moves";
import type { MeshService } from "@/lib/domain/selection/objects";
import { portRuleWords } from "@/lib/format/port-rule-words";
import { hostsOf } from "@/lib/server/hosts/host-object";
import { selectionWorldFor } from "@/lib/server/hosts/selection-world";
import { mayHaveAddress, selectorAddresses } from "@/lib/server/hosts/slice-addresses";
import { type CandidateRef, candidatesOf, previewConditions, type SeenPlace, servicesIn, unseenEndpoints } from "./candidates";
import { groupedChanges, portNames } from "./grouped-changes";
import { hostNotes, withSelector } from "./host-notes";

/** Machines and Pods are looked up where the object selects: the world around it needs none. */
const NO_MACHINES = { namespaces: new Set<string>() };

/** What an edit of a Service or a ServiceEntry does to who answers for its hosts. */
export function trySelector(place: SeenPlace, edit: MeshServiceEdit): ServiceEditEffects {
  const { fleet, scope, cluster, mode } = place;
  const seen = selectionWorldFor(fleet, cluster, scope, NO_MACHINES);
  const known = new Map<MeshService, ReturnType<typeof servicesIn>>();
  const servicesOf = (selector: MeshService) => {
    const services = known.get(selector) ?? servicesIn(place, selector, withSelector(seen.world, edit, selector));
    known.set(selector, services);
    return services;
  };
  const addressesOf = (selector: MeshService) => selectorAddresses(fleet, scope, cluster, selector) ?? [];
  const moved = [
    ...endpointsWithMoves(edit, candidatesOf(place, [edit.before, edit.after]), seen.mesh, { ...previewConditions(place), servicesOf }),
    ...sliceAddressesWithMoves<CandidateRef>(edit, { addressesOf, servicesOf }),
  ];
  const unseen = unseenEndpoints(place, edit);
  const mayHaveOthers = unseen.length > 0 || (edit.after !== null && mayHaveAddress(fleet, scope, cluster, edit.after));
  const uidOf = (ref: CandidateRef) => (ref === null ? "" : fleet.identityOf(ref).uid);
  const before = countsOf(moved, "before");
  const after = countsOf(moved, "after");
  const ofMove = (move: EndpointWithMove<unknown>["move"]) => moved.filter((one) => one.move === move);
  return {
    hosts: [...hostsIn(edit.after ?? edit.before, seen.mesh.domain)],
    before,
    after,
    moves: { stays: ofMove("stays").length, comes: ofMove("comes").length, goes: ofMove("goes").length },
    answering: {
      comes: ofMove("comes").filter((one) => one.after.is === "answers").length,
      goes: ofMove("goes").filter((one) => one.before.is === "answers").length,
    },
    zones: zonesWithCells(moved, place),
    ...groupedChanges(moved, edit, uidOf),
    ports: portsOf(moved, edit),
    hostNotes: hostNotes({ ...edit, answers: { before: before.answers, after: after.answers }, matched: after.taken, mayHaveOthers, mode }, seen),
    unseen: [...unseen],
  };
}

function hostsIn(selector: MeshService | null, domain: string): readonly string[] {
  return selector === null ? [] : hostsOf(selector, domain);
}

function countsOf(moved: readonly EndpointWithMove<unknown>[], side: "before" | "after"): ServiceEditEffects["before"] {
  const taken = moved.filter((one) => one[side].is !== "not-taken");
  return { taken: taken.length, answers: taken.filter((one) => one[side].is === "answers").length };
}

function zonesWithCells(moved: readonly EndpointWithMove<CandidateRef>[], { fleet }: SeenPlace): PreviewZone[] {
  const cells = new Map<string | null, Map<string, PreviewEndpointCount>>();
  for (const { ref, zone, move, kind, before, after } of moved) {
    const stand = move === "goes" ? before : after;
    const isDoubted = ref !== null && stand.is === "answers" && fleet.judged(ref).servingClass === 2;
    const state = isDoubted ? "doubt" : stand.is === "answers" ? "answers" : "silent";
    const ofZone = cells.get(zone) ?? new Map<string, PreviewEndpointCount>();
    const key = `${move} ${kind} ${state}`;
    ofZone.set(key, { move, kind, state, count: (ofZone.get(key)?.count ?? 0) + 1 });
    cells.set(zone, ofZone);
  }
  return zoneMovesOf(moved).map(({ zone, before, after }) => ({ zone, before, after, cells: [...(cells.get(zone)?.values() ?? [])].sort(byMove) }));
}

const ORDER = { stays: 0, comes: 1, goes: 2 } as const;

function byMove(a: PreviewEndpointCount, b: PreviewEndpointCount): number {
  return ORDER[a.move] - ORDER[b.move] || compareText(a.kind, b.kind) || compareText(a.state, b.state);
}

function portsOf(moved: readonly EndpointWithMove<unknown>[], edit: MeshServiceEdit): PreviewPort[] {
  return portNames(edit).map((name) => {
    const [old, now] = [edit.before?.ports ?? [], edit.after?.ports ?? []].map((ports) => ports.findIndex((port) => port.name === name));
    const at = { before: old === undefined || old < 0 ? null : old, after: now === undefined || now < 0 ? null : now };
    const [was, is] = [at.before === null ? null : edit.before?.ports[at.before], at.after === null ? null : edit.after?.ports[at.after]];
    const ends = countByTargetPort(moved, at).map(({ found, before, after }) => {
      const port = after > 0 ? is : was;
      return { port: found.port, because: port == null ? "" : portRuleWords(found, port), before, after };
    });
    return { name, before: was?.number ?? null, after: is?.number ?? null, ends };
  });
}
