import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { membershipOf } from "@/lib/domain/entry/membership";
import { mergedLabels, type WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { minimumExpectedSize, parseExpectedSize } from "@/lib/domain/group/expected-size";
import { groupTotalWithMissing } from "@/lib/domain/group/group-total";
import { localityOf } from "@/lib/domain/localities/locality";
import { sortedLabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { CLEANUP_SLACK_MS } from "@/lib/domain/verdict/timing";
import { isTrouble, STATES, type State, wordOfState } from "@/lib/domain/verdict/verdict";
import { verdictOf } from "@/lib/domain/verdict/verdict-of";
import { EntrySink } from "@/lib/server/fleet/entry-sink";
import { createGroupSink } from "@/lib/server/fleet/group-sink";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { ago, anEntry, aReplica, aReport, aWorld, GRACE_MS, MAX_AGE_MS, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { arbitraryFleetSteps, arbitraryMachine } from "@/lib/testing/fleet-steps";
import { ManualClock } from "@/lib/testing/manual-clock";
import { PLAYED_CLUSTER as CLUSTER, playedFleet } from "@/lib/testing/played-fleet";
import { FleetStore } from "./fleet-store";
import { groupRow } from "./group-row";

const WHOLE = { object: true, machines: true };

/** A fleet to which stories are played. */
function testFleet() {
  const clock = new ManualClock(NOW);
  const store = new FleetStore();
  const fleet = liveFleet([CLUSTER], clock.now, store);
  const entries = new EntrySink(store, clock, CLUSTER, "*", { freshness: () => undefined });
  const groups = createGroupSink(store, CLUSTER, { freshness: () => undefined });
  return { clock, fleet, store, ...playedFleet({ clock, store, entries, groups }) };
}

/** Serving and unverified machines, by their words. */
function recountOf(verdicts: readonly { readonly state: State }[]) {
  const words = verdicts.map(({ state }) => wordOfState(state));
  const serving = words.filter((word) => word === "healthy" || word === "unchecked" || word === "reconnecting");
  return { serving: serving.length, doubted: words.filter((word) => word === "unverified").length };
}

/** An entry as columns keep it: every time cut to whole milliseconds. */
function inMilliseconds(entry: WorkloadEntry): WorkloadEntry {
  const cut = (time: WorkloadEntry["connectedAt"]) => (time === null || time.ms === null ? time : { text: new Date(time.ms).toISOString(), ms: time.ms });
  const { health } = entry;
  return {
    ...entry,
    connectedAt: cut(entry.connectedAt),
    disconnectedAt: cut(entry.disconnectedAt),
    health: health && { ...health, lastProbeTime: cut(health.lastProbeTime), lastTransitionTime: cut(health.lastTransitionTime) },
  };
}

function slotsOf(store: FleetStore): number[] {
  return Array.from({ length: store.columns.limit }, (_, slot) => slot).filter((slot) => store.isUsed(slot));
}

/** After every step of any story. */
function always(check: (fleet: ReturnType<typeof testFleet>) => void): void {
  fc.assert(
    fc.property(arbitraryFleetSteps, (steps) => {
      const fleet = testFleet();
      for (const step of steps) {
        fleet.play(step);
        check(fleet);
      }
    }),
    { numRuns: 150 },
  );
}

describe("a fleet store, after any story of lists, events, worlds and time", () => {
  it("holds exactly the entries that a plain map holds, each as it came", () => {
    always(({ store, model }) => {
      expect(store.size).toBe(model.size);
      for (const entry of model.values()) expect(store.entry(store.slotOfUid(CLUSTER, entry.uid))).toEqual(inMilliseconds(entry));
    });
  });

  it("finds by name the newest incarnation, and nothing that is gone", () => {
    always(({ store, model }) => {
      for (const namespace of ["shop", "legacy"]) {
        for (const name of ["vm-0", "vm-1", "vm-2", "vm-renamed"]) {
          const ages = [...model.values()].filter((entry) => entry.name === name && entry.namespace === namespace).map((entry) => entry.createdAt ?? 0);
          const slot = store.slotOfName(CLUSTER, namespace, name);
          expect(slot < 0 ? null : (store.columns.float("createdAt", slot) ?? 0)).toBe(ages.length === 0 ? null : Math.max(...ages));
        }
      }
    });
  });

  it("has for every entry the verdict of this moment in its columns", () => {
    always(({ store, clock }) => {
      for (const slot of slotsOf(store)) {
        const verdict = verdictOf(store.entry(slot), store.worldOf(CLUSTER), clock.now());
        expect(STATES[store.columns.derivedBytes.state[slot] ?? -1]).toBe(verdict.state);
        expect(store.columns.derivedBytes.vouched[slot]).toBe(Number(verdict.vouched));
        expect(store.columns.derivedFloats.validUntil[slot]).toBe(verdict.validUntil ?? Number.NaN);
      }
    });
  });

  it("has group counters and tallies equal to a recount", () => {
    always(({ store, model, clock }) => {
      let counted = 0;
      for (const record of store.groups.ordered) {
        const own = [...model.values()].filter((entry) => entry.namespace === record.place.namespace && membershipOf(entry).group === record.name);
        const verdicts = own.map((entry) => verdictOf(entry, store.worldOf(CLUSTER), clock.now()));
        const expected = parseExpectedSize(record.object?.expectedSize ?? null);
        expect(groupRow(store, record, WHOLE).rollUp).toEqual({
          ...recountOf(verdicts),
          total: own.length,
          fullTotal: groupTotalWithMissing({ registered: own.length, expected, wasComplete: null, lost: 0, accepted: 0 }).total,
          ...{ expected: minimumExpectedSize(expected), expectedFrom: expected.kind },
          counts: codedCounts(STATES.map((state) => verdicts.filter((verdict) => verdict.state === state).length)),
        });
        const networks = new Map<string, number>();
        for (const { network } of own) networks.set(network, (networks.get(network) ?? 0) + 1);
        expect(new Map([...record.networks].map(([id, { count }]) => [store.columns.texts.text(id), count]))).toEqual(networks);
        const troubled = own.filter((_, at) => isTrouble(verdicts[at]?.state ?? "healthy"));
        expect([...record.networks.values()].reduce((sum, { trouble }) => sum + trouble, 0)).toBe(troubled.length);
        expect(record.trouble.size).toBe(troubled.length);
        expect(record.unvouched).toBe(verdicts.filter(({ vouched }) => !vouched).length);
        expect(record.held).toBe(verdicts.filter(({ connection: { kind } }) => kind === "connected" || kind === "overdue").length);
        counted += own.length;
      }
      expect(counted).toBe(model.size);
    });
  });

  it("has of each group its machines by the version in their labels, equal to a recount", () => {
    const withVersion = fc
      .tuple(
        arbitraryMachine,
        ...[0, 1].map(() => fc.dictionary(fc.constantFrom("version", "app.kubernetes.io/version", "app"), fc.constantFrom("", "v1", "v2"))),
      )
      .map(([machine, metadata = {}, spec = {}]) => ({
        ...machine,
        metadataLabels: sortedLabelSet(Object.entries(metadata)),
        specLabels: sortedLabelSet(Object.entries(spec)),
      }));
    fc.assert(
      fc.property(fc.array(withVersion, { minLength: 1, maxLength: 20 }), (machines) => {
        const { fleet, play, model } = testFleet();
        for (const entry of machines) play({ kind: "upsert", entry });
        play({ kind: "remove", uid: machines[0]?.uid ?? "" });
        for (const group of fleet.groups()) {
          const own = [...model.values()].filter((entry) => entry.namespace === group.place.namespace && membershipOf(entry).group === group.name);
          const versions = own
            .map((entry) => mergedLabels(entry))
            .map((labels) => valueOfLabel(labels, "version") ?? valueOfLabel(labels, "app.kubernetes.io/version") ?? "");
          const counted = fleet.traits(group, "version").flatMap(({ value, count }) => Array.from({ length: count }, () => value));
          expect(counted.sort()).toEqual([...versions].sort());
          expect([...fleet.members(group)].map((entry) => fleet.trait(entry, "version")).sort()).toEqual([...versions].sort());
        }
      }),
      { numRuns: 150 },
    );
  });

  it("has of each group its machines by their localities, equal to a recount", () => {
    always(({ fleet, model, clock }) => {
      for (const group of fleet.groups()) {
        const own = [...model.values()].filter((entry) => entry.namespace === group.place.namespace && membershipOf(entry).group === group.name);
        const expected = [...new Set(own.map((entry) => localityOf(entry, true)))].sort().map((locality) => {
          const there = own.filter((entry) => localityOf(entry, true) === locality);
          const verdicts = there.map((entry) => verdictOf(entry, fleet.worldOf(CLUSTER), clock.now()));
          const sent = there.filter((_, at) => verdicts[at]?.serving.kind.startsWith("yes"));
          return {
            ...{ locality, machines: there.length, ...recountOf(verdicts) },
            counts: STATES.map((state) => verdicts.filter((verdict) => verdict.state === state).length),
            unvouched: verdicts.filter(({ vouched }) => !vouched).length,
            weight: sent.reduce((sum, { weight }) => sum + (weight || 1), 0),
          };
        });
        expect([...fleet.localities(group)].sort((a, b) => (a.locality < b.locality ? -1 : 1))).toEqual(expected);
      }
    });
  });

  it("says nothing to its hooks when an entry comes again as it was", () => {
    fc.assert(
      fc.property(fc.array(arbitraryMachine, { minLength: 1, maxLength: 8 }), (machines) => {
        const { store, model, play } = testFleet();
        for (const entry of machines) play({ kind: "upsert", entry });
        const heard: number[] = [];
        store.hookEntries({ leaving: (slot) => heard.push(slot), entering: (slot) => heard.push(slot) });
        for (const entry of [...model.values()]) play({ kind: "upsert", entry: { ...entry, resourceVersion: "77" } });
        expect(heard).toEqual([]);
      }),
    );
  });

  it("tells of every change that a row shows", () => {
    always(({ store, clock, play }) => {
      const [slot] = slotsOf(store);
      if (slot === undefined) return;
      let heard = 0;
      const unhook = store.hookEntries({ leaving: () => heard++, entering: () => undefined });
      const { connection, validUntil } = store.verdict(slot, clock.now());
      play({ kind: "world", world: aWorld([], { maxConnectionAgeMs: { kind: "known", value: 77_000, source: "" } }) });
      const after = store.verdict(slot, clock.now());
      if (JSON.stringify([connection, validUntil]) !== JSON.stringify([after.connection, after.validUntil])) expect(heard).toBeGreaterThan(0);
      unhook();
    });
  });
});

describe("since", () => {
  const connected = anEntry({ connectedAt: ago(0) });

  function sinceOf(store: FleetStore) {
    const { derivedFloats } = store.columns;
    return { since: derivedFloats.since[0], atLeast: !Number.isNaN(derivedFloats.sinceNotBefore[0]) };
  }

  it("is exact for what was seen to happen, and 'at least' for what a list found", () => {
    const seen = new FleetStore();
    seen.upsertEntry(connected, NOW, "seen");
    expect(sinceOf(seen)).toEqual({ since: NOW, atLeast: false });
    const found = new FleetStore();
    found.upsertEntry(connected, NOW, "found");
    expect(sinceOf(found)).toEqual({ since: NOW, atLeast: true });
  });

  it("stays 'at least' when the world is only heard of after the list", () => {
    const store = new FleetStore();
    store.upsertEntry(connected, NOW, "found");
    store.setWorld(aWorld([]), NOW + 50);
    expect(store.verdict(0, NOW + 50).state).toBe("unverified");
    expect(sinceOf(store)).toEqual({ since: NOW + 50, atLeast: true });
  });

  it("is 'at least' for what comes to light when Pods can be read again, and exact when a Pod goes while they are read", () => {
    const store = new FleetStore();
    store.setWorld(aWorld([aReplica()]), NOW);
    store.upsertEntry(connected, NOW, "seen");
    store.setWorld(aWorld([aReplica()], { replicas: PODS_DENIED }), NOW + 1_000);
    store.setWorld(aWorld([]), NOW + 2_000);
    expect(sinceOf(store)).toEqual({ since: NOW + 2_000, atLeast: true });
    store.setWorld(aWorld([aReplica()]), NOW + 3_000);
    store.setWorld(aWorld([]), NOW + 4_000);
    expect(sinceOf(store)).toEqual({ since: NOW + 4_000, atLeast: false });
  });

  it("is the moment 5 s after the grace period, however late the tick", () => {
    const store = new FleetStore();
    store.setWorld(aWorld(), NOW);
    store.upsertEntry(anEntry({ connectedAt: null, disconnectedAt: ago(0) }), NOW, "seen");
    expect(store.evaluations.next).toBe(NOW + GRACE_MS);
    store.tick(NOW + GRACE_MS + CLEANUP_SLACK_MS + 700);
    expect(sinceOf(store)).toEqual({ since: NOW + GRACE_MS + CLEANUP_SLACK_MS, atLeast: false });
  });

  it("is the last of several moments that one late tick passes", () => {
    const store = new FleetStore();
    store.setWorld(aWorld(), NOW);
    store.upsertEntry(connected, NOW, "seen");
    store.tick(NOW + 10 * MAX_AGE_MS);
    expect(store.verdict(0, NOW + 10 * MAX_AGE_MS).connection.kind).toBe("leaked");
    expect(sinceOf(store)).toEqual({ since: NOW + 1.5 * MAX_AGE_MS, atLeast: false });
  });

  it("does not move while the state stays", () => {
    const store = new FleetStore();
    store.setWorld(aWorld(), NOW);
    store.upsertEntry(connected, NOW, "seen");
    store.upsertEntry({ ...connected, connectedAt: ago(-5_000), resourceVersion: "2" }, NOW + 5_000, "seen");
    expect(sinceOf(store)).toEqual({ since: NOW, atLeast: false });
  });
});

describe("texts that entries share", () => {
  it("are each entry's own where the last one that had them is gone", () => {
    const store = new FleetStore();
    const only = anEntry({ uid: "only", name: "only", network: "vpc-9", address: "10.0.0.9" });
    store.upsertEntry(only, NOW, "seen");
    store.removeEntry(only.cluster, only.uid, NOW, "seen");
    for (const [at, network] of ["", "vpc-9", "vpc-9", "vpc-8"].entries()) {
      const next = anEntry({ uid: `next-${at}`, name: `next-${at}`, network });
      expect(store.entry(store.upsertEntry(next, NOW, "seen"))).toEqual(next);
    }
  });
});

describe("what strangers write", () => {
  it("keeps a time that is no time, and notices when it becomes another one", () => {
    const store = new FleetStore();
    const masks: number[] = [];
    store.upsertEntry(anEntry({ connectedAt: parseTimestamp("yesterday") }), NOW, "seen");
    store.hookEntries({ leaving: () => undefined, entering: (_slot, mask) => masks.push(mask) });
    store.upsertEntry(anEntry({ connectedAt: parseTimestamp("tomorrow") }), NOW, "seen");
    expect(store.entry(0).connectedAt).toEqual({ text: "tomorrow", ms: null });
    expect(masks).toHaveLength(1);
  });

  it("does not let a text end where the store's own separator stands", () => {
    const store = new FleetStore();
    const slot = store.upsertEntry(anEntry({ ports: [["a\u0000b", 80]], specLabels: [["k\u0000ey", "v"]], health: aReport("True", "x\u0000y") }), NOW, "seen");
    expect(store.entry(slot)).toMatchObject({ ports: [["a\ufffdb", 80]], specLabels: [["k\u0000ey", "v"]], health: { message: "x\u0000y" } });
  });

  it("puts a machine on the clock though it takes the place of one that was due at the same moment", () => {
    const store = new FleetStore();
    const reconnecting = (uid: string) => anEntry({ uid, connectedAt: null, disconnectedAt: ago(0) });
    store.upsertEntry(reconnecting("a"), NOW, "seen");
    store.upsertEntry(anEntry({ uid: "b" }), NOW, "seen");
    store.removeEntry(CLUSTER, "a", NOW, "seen");
    // So many changes that the clock is wound anew, without the one that is gone.
    for (let i = 0; i < 2_000; i++) store.upsertEntry(anEntry({ uid: "b", connectedAt: null, disconnectedAt: ago(i + 1) }), NOW, "seen");
    store.upsertEntry(reconnecting("a"), NOW, "seen");
    store.tick(NOW + GRACE_MS + CLEANUP_SLACK_MS);
    expect(STATES[store.columns.derivedBytes.state[store.slotOfUid(CLUSTER, "a")] ?? -1]).toBe("disconnected");
  });
});
