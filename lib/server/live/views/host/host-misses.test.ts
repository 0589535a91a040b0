import { beforeEach, describe, expect, it } from "vitest";
import { formatServiceQuery } from "@/lib/contract/url/service-query";
import type { ServiceDetail, ServiceHead } from "@/lib/contract/views/service";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { NamespaceScope, Scope, WatchedKind } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { CHECKED_VIEWS } from "@/lib/server/live/views/checked-views";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { aService, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";

const SOURCES = ["services", "serviceentries", "destinationrules", "sidecars", "peerauthentications", "authorizationpolicies", "virtualservices"] as const;
const ALL: Readonly<Partial<Record<WatchedKind, NamespaceScope>>> = Object.fromEntries(SOURCES.map((source) => [source, "all"]));
const vm = (n: number, own: Partial<WorkloadEntry> = {}) =>
  anEntry({ specLabels: [["app", "a"]], metadataLabels: [], uid: `${own.namespace ?? "shop"}-vm-${n}`, name: `vm-${n}`, address: `10.0.0.${n}`, ...own });

/** Views evaluate a service again after a pause. */
let moment = NOW;
beforeEach(() => {
  moment = NOW;
});

function liveSources() {
  const fleet = liveFleet([HOSTS_CLUSTER], () => moment);
  fleet.store.setWorld(aWorld(), NOW);
  for (const source of SOURCES) fleet.setFreshness(HOSTS_CLUSTER, source as "services", "*", { kind: "live", asOf: NOW });
  fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "shop", { kind: "live", asOf: NOW });
  fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", { kind: "live", asOf: NOW });
  return fleet;
}

/** The page of the Service `a` in `shop`. */
function open(fleet: ReturnType<typeof liveSources>, scope: Scope = hostScope(ALL)) {
  let changes = 0;
  const query = formatServiceQuery({
    ...{ cluster: HOSTS_CLUSTER, kind: "Service", namespace: "shop", name: "a", host: "", from: null, caller: "sidecar", pinned: null },
    ...{ mode: "sidecar", words: "", sort: "" },
  });
  const viewer = { subject: "somebody", scope, mayWrite: false };
  const view = CHECKED_VIEWS.service({ fleet, lists: new StandingLists(fleet), viewer, query, offset: 0, limit: 50, changed: () => changes++ });
  const detail = (): ServiceDetail => {
    const found = (view.compute().head as unknown as ServiceHead).detail;
    if (found === null) throw new Error("There is no such service.");
    return found;
  };
  return { detail, changes: () => changes, close: () => view.close() };
}

/** A fleet with these machines and groups, and the Service `a` with this selector. */
function fleetOf(
  machines: readonly WorkloadEntry[],
  groups: readonly ReturnType<typeof aGroup>[] = [],
  selector: readonly (readonly [string, string])[] = [["app", "a"]],
) {
  const fleet = liveSources();
  for (const one of groups) fleet.store.upsertGroup(one);
  for (const one of machines) fleet.store.upsertEntry(one, NOW, "seen");
  fleet.tables.services.upsert(aService({ selector }) as never);
  return fleet;
}

describe("lists as near only what one edit would have selected", () => {
  const registered = (group: string) => ({ owner: null, registrationGroup: group });
  const ofGroup = (name: string, app: string) =>
    aGroup({ cluster: HOSTS_CLUSTER, name, uid: `group-${name}`, entryLabels: [["app", app]], template: { ...aGroup().template, labels: [] } });
  const near = (fleet: ReturnType<typeof liveSources>, scope?: Scope) =>
    open(fleet, scope)
      .detail()
      .misses.map(({ namespace, name, count, refusals }) => `${namespace}/${name} ${count}: ${refusals.map(({ change }) => change).join("; ")}`);
  const other = (n: number, own: Partial<WorkloadEntry> = {}) => vm(n, { specLabels: [["app", "b"]], ...own });

  it.each<[string, () => ReturnType<typeof liveSources>, string[]]>([
    ["a hand-written machine with another label", () => fleetOf([vm(1), other(4, registered(""))]), ["shop/vm-4 1: label the machine app=a"]],
    ["a machine of another group", () => fleetOf([vm(1), other(4, registered("b"))], [ofGroup("b", "b")]), []],
    ["a machine of a group that is not there", () => fleetOf([vm(1), other(4, registered("gone"))]), []],
    [
      "a machine that differs from its own group",
      () => fleetOf([vm(1), other(4, registered("a"))], [ofGroup("a", "a")]),
      ["shop/vm-4 1: label the machine app=a"],
    ],
    [
      "a machine of another group where nobody is selected",
      () => fleetOf([other(4, registered("b"))], [ofGroup("b", "b")]),
      ["shop/vm-4 1: let the Service select app=b"],
    ],
    [
      "a machine that lacks two labels",
      () =>
        fleetOf(
          [
            vm(1, {
              specLabels: [
                ["app", "a"],
                ["tier", "web"],
              ],
            }),
            vm(4, { ...registered(""), specLabels: [] }),
          ],
          [],
          [
            ["app", "a"],
            ["tier", "web"],
          ],
        ),
      [],
    ],
    [
      "a machine in another namespace that has all labels",
      () => fleetOf([vm(1, { namespace: "legacy" }), vm(2, { namespace: "legacy" })]),
      ["legacy/vm-1 2: move or copy the Service to namespace legacy"],
    ],
    ["any machine, for a Service without a selector", () => fleetOf([vm(1)], [], []), []],
    ["a machine in another namespace where a machine is selected", () => fleetOf([vm(1), vm(2, { namespace: "legacy" })]), []],
  ])("%s", (_what, fleet, expected) => {
    expect(near(fleet())).toEqual(expected);
  });

  it("never names a machine in a namespace that the viewer does not see", () => {
    const scope = hostScope({ ...ALL, workloadentries: ["shop"] });
    expect(near(fleetOf([vm(1, { namespace: "legacy" })]), scope)).toEqual([]);
  });

  it("reports machines that have the labels and are left out", () => {
    const named = fleetOf([vm(1, { address: "vm.example.com" }), other(2)]);
    expect(open(named).detail().excluded).toEqual([{ reason: "host-name-address", machines: 1, pods: 0 }]);
    expect(open(fleetOf([vm(1, { address: "unix:///run/a.sock" })])).detail().excluded).toEqual([{ reason: "socket-address", machines: 1, pods: 0 }]);
    expect(open(fleetOf([other(1)])).detail().excluded).toEqual([]);
  });

  it("follows machines of other namespaces while it selects no machine", () => {
    const fleet = fleetOf([]);
    const view = open(fleet);
    expect(view.detail().misses).toEqual([]);
    fleet.store.upsertEntry(vm(1, { namespace: "legacy" }), NOW, "seen");
    expect(view.changes()).toBe(1);
    moment += 1_000;
    expect(view.detail().misses).toMatchObject([{ namespace: "legacy", name: "vm-1" }]);
    fleet.store.upsertEntry(other(2, { namespace: "legacy" }), NOW, "seen");
    expect(view.changes()).toBe(1);
    fleet.store.upsertEntry(vm(3), NOW, "seen");
    moment += 1_000;
    expect(view.detail().misses).toEqual([]);
    const before = view.changes();
    fleet.store.upsertEntry(vm(4, { namespace: "legacy" }), NOW, "seen");
    expect(view.changes()).toBe(before);
    view.close();
  });

  it("sends no frame for a namespace that the viewer does not see", () => {
    const fleet = fleetOf([]);
    const view = open(fleet, hostScope({ ...ALL, workloadentries: ["shop"] }));
    view.detail();
    fleet.store.upsertEntry(vm(1, { namespace: "legacy" }), NOW, "seen");
    expect(view.changes()).toBe(0);
    view.close();
  });
});
