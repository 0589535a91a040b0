import { describe, expect, it } from "vitest";
import { formatObjectFindingsQuery, type KindWithFindings, type ObjectFindingsHead } from "@/lib/contract/views/findings";
import type { Scope } from "@/lib/domain/source/scope";
import { type LiveFleet, liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { CHECKED_VIEWS } from "./checked-views";

const IDENTITY = { cluster: HOSTS_CLUSTER, namespace: "shop", name: "web" };
const VALID = '[{"code":"STL301","until":"2099-01-01T00:00:00Z","reason":"known"}]';

/** Writes the object of a kind with this annotation. */
const WRITE: Readonly<Record<KindWithFindings, (fleet: LiveFleet, mutedFindings: string, resourceVersion: string) => void>> = {
  WorkloadEntry: (fleet, mutedFindings, resourceVersion) =>
    fleet.store.upsertEntry(anEntry({ ...IDENTITY, uid: "e", mutedFindings, resourceVersion }), NOW, "seen"),
  WorkloadGroup: (fleet, mutedFindings, resourceVersion) => fleet.store.upsertGroup(aGroup({ ...IDENTITY, uid: "g", mutedFindings, resourceVersion })),
  Service: (fleet, mutedFindings, version) => fleet.tables.services.upsert({ ...aService({ name: "web" }, version), mutedFindings } as never),
  ServiceEntry: (fleet, mutedFindings, version) => fleet.tables.serviceentries.upsert({ ...aHostEntry({ name: "web" }, version), mutedFindings } as never),
};

function open(kind: KindWithFindings, scope: Scope = hostScope()) {
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  fleet.store.setWorld(aWorld(), NOW);
  let changes = 0;
  const view = CHECKED_VIEWS["findings-of"]({
    ...{ fleet, lists: new StandingLists(fleet), viewer: { subject: "somebody", scope, mayWrite: false }, offset: 0, limit: 50 },
    query: formatObjectFindingsQuery({ of: kind, ...IDENTITY }),
    changed: () => changes++,
  });
  const isUnreadable = () => (view.compute().head as unknown as ObjectFindingsHead).unreadableMutes;
  return { write: (text: string, version: string) => WRITE[kind](fleet, text, version), isUnreadable, changes: () => changes, close: () => view.close() };
}

describe.each(["WorkloadEntry", "WorkloadGroup", "Service", "ServiceEntry"] as const)("the findings of a %s", (kind) => {
  it("say that its annotation of mutes cannot be read, from the moment that it is written until it is mended", () => {
    const { write, isUnreadable, changes, close } = open(kind);
    expect(isUnreadable()).toBe(false);
    write(VALID, "2");
    expect(isUnreadable()).toBe(false);
    const before = changes();
    write("soon", "3");
    expect(changes()).toBeGreaterThan(before);
    expect(isUnreadable()).toBe(true);
    write("", "4");
    expect(isUnreadable()).toBe(false);
    close();
    const after = changes();
    write("soon", "5");
    expect(changes()).toBe(after);
  });

  it("say nothing of it to whoever may not see the object", () => {
    const nothing = hostScope({ workloadentries: [], workloadgroups: [], services: [], serviceentries: [] });
    const { write, isUnreadable, close } = open(kind, nothing);
    write("soon", "2");
    expect(isUnreadable()).toBe(false);
    close();
  });
});
