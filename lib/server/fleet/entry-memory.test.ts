import { describe, expect, it, vi } from "vitest";
import { LOST_DRAIN_RETENTION_MS } from "@/lib/domain/entry/lost-drain";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { MAX_STORED_HEALTH_CHANGES } from "@/lib/domain/findings/recorded-entry-facts";
import { anEntry, aReport, NOW } from "@/lib/testing/entries";
import type { EntryRef } from "./entry-change";
import { liveFleet } from "./live-fleet";

const CLUSTER = "prod-eu";
const DRAINED: WorkloadEntry["metadataLabels"] = [["istio.io/draining", "true"]];
let version = 0;

function aFleet() {
  const fleet = liveFleet([CLUSTER], () => NOW);
  const told: EntryRef[] = [];
  fleet.entryMemory.hook((ref) => told.push(ref));
  const put = (own: Partial<WorkloadEntry>, at = NOW) =>
    fleet.store.upsertEntry(anEntry({ uid: "a", name: "vm", resourceVersion: String(version++), ...own }), at, "seen");
  const end = (uid: string, at = NOW) => fleet.store.removeEntry(CLUSTER, uid, at, "seen");
  const past = (uid: string) => {
    const ref = fleet.byUid(CLUSTER, uid);
    return ref === null ? null : fleet.entryMemory.of(ref);
  };
  return { fleet, put, end, past, told };
}

describe("what is remembered of an entry's health", () => {
  it("is each turn of its status, when it was heard of", () => {
    const { put, past } = aFleet();
    for (const [at, status] of [...["True", "False", "False", "True"].entries()]) put({ health: aReport(status) }, NOW + at * 1_000);
    expect(past("a")?.healthTurns).toEqual([NOW + 1_000, NOW + 3_000]);
  });

  it("is not that it began or ceased to report, nor another message", () => {
    const { put, past } = aFleet();
    for (const health of [null, aReport("False", "503"), aReport("False", "504"), null, aReport("True")]) put({ health });
    expect(past("a")?.healthTurns).toEqual([]);
  });

  it("is the last of very many", () => {
    const { put, past } = aFleet();
    for (let at = 0; at <= MAX_STORED_HEALTH_CHANGES + 1; at++) put({ health: aReport(at % 2 === 0 ? "True" : "False") }, NOW + at);
    expect(past("a")?.healthTurns).toHaveLength(MAX_STORED_HEALTH_CHANGES);
    expect(past("a")?.healthTurns.at(-1)).toBe(NOW + MAX_STORED_HEALTH_CHANGES + 1);
  });

  it("begins with what the record knows, whether it comes before the entry or after it", () => {
    const { fleet, put, past, told } = aFleet();
    fleet.entryMemory.recall(CLUSTER, "a", NOW - 2);
    put({ health: aReport("True") });
    expect(told).toEqual([]);
    fleet.entryMemory.recall(CLUSTER, "a", NOW - 1);
    expect(told).toEqual([fleet.byUid(CLUSTER, "a")]);
    put({ health: aReport("False") }, NOW + 1);
    expect(past("a")?.healthTurns).toEqual([NOW - 2, NOW - 1, NOW + 1]);
  });

  it("goes with the entry: another one of its name has its own", () => {
    const { put, end, past } = aFleet();
    for (const status of ["True", "False"]) put({ health: aReport(status) });
    end("a");
    put({ uid: "b", health: aReport("True") });
    expect(past("b")?.healthTurns).toEqual([]);
  });
});

describe("what it reads", () => {
  it("is no whole entry where one turns, or goes undrained", () => {
    const { fleet, put, end, past } = aFleet();
    const read = vi.spyOn(fleet, "entry");
    for (const status of ["True", "False"]) put({ health: aReport(status) });
    expect(past("a")?.healthTurns).toHaveLength(1);
    end("a");
    expect(read).not.toHaveBeenCalled();
  });
});

describe("what is remembered of a drain", () => {
  it("is that the entry of this name before this one was draining when it went", () => {
    const { put, end, past } = aFleet();
    put({ metadataLabels: DRAINED, drainReason: "disk" });
    expect(past("a")?.drainedBefore).toBeNull();
    end("a", NOW + 1);
    put({ uid: "b" });
    put({ uid: "c", name: "other" });
    expect([past("b"), past("c")].map((one) => one?.drainedBefore)).toEqual([{ uid: "a", endedAt: NOW + 1, reason: "disk" }, null]);
  });

  it("is found by the group whose machine lost it, until that is drained again", () => {
    const { fleet, put, end } = aFleet();
    const lost = (name: string) => {
      const group = fleet.group(CLUSTER, "shop", name);
      return group === null ? null : fleet.entryMemory.lostDrains(group).map((ref) => fleet.identityOf(ref).uid);
    };
    put({ metadataLabels: DRAINED });
    put({ uid: "x", name: "other", metadataLabels: DRAINED, registrationGroup: "cart", owner: null });
    expect(lost("checkout")).toEqual([]);
    for (const uid of ["a", "x"]) end(uid);
    put({ uid: "b" });
    put({ uid: "y", name: "other", registrationGroup: "cart", owner: null });
    expect([lost("checkout"), lost("cart")]).toEqual([["b"], ["y"]]);
    put({ uid: "b", metadataLabels: DRAINED });
    expect(lost("checkout")).toEqual([]);
  });

  it("is told where a list brought the new one before it missed the old one", () => {
    const { fleet, put, end, past, told } = aFleet();
    put({ metadataLabels: DRAINED, createdAt: NOW - 10 });
    put({ uid: "b", createdAt: NOW });
    end("a");
    expect(told).toEqual([fleet.byUid(CLUSTER, "b")]);
    expect(past("b")?.drainedBefore).toMatchObject({ uid: "a" });
  });

  it("ends once the new one is drained as well: whoever takes that back means it", () => {
    const { put, end, past } = aFleet();
    put({ metadataLabels: DRAINED });
    end("a");
    put({ uid: "b" });
    put({ uid: "b", metadataLabels: DRAINED });
    put({ uid: "b", metadataLabels: [] });
    expect(past("b")?.drainedBefore).toBeNull();
  });

  it("is not that of an entry that somebody wrote by hand, or that is watched no longer", () => {
    const { fleet, put, end, past } = aFleet();
    put({ metadataLabels: DRAINED, registrationGroup: "", owner: null });
    end("a");
    put({ uid: "b", name: "second", metadataLabels: DRAINED });
    fleet.store.removeEntry(CLUSTER, "b", NOW, "forgotten");
    put({ uid: "c" });
    put({ uid: "d", name: "second" });
    expect([past("c"), past("d")].map((one) => one?.drainedBefore)).toEqual([null, null]);
  });

  it("is forgotten a day later, when there is another", () => {
    const { put, end, past } = aFleet();
    put({ metadataLabels: DRAINED });
    end("a");
    put({ uid: "b", name: "second", metadataLabels: DRAINED });
    end("b", NOW + LOST_DRAIN_RETENTION_MS);
    put({ uid: "c" });
    expect(past("c")?.drainedBefore).toBeNull();
  });
});
