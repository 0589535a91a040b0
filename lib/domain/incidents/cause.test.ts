import { describe, expect, it } from "vitest";
import { aMember, anIncident } from "@/lib/testing/incident-builders";
import {
  aFleet,
  aMachine,
  anEngine,
  changed,
  HOUR,
  IncidentFleet,
  incidentsAt,
  MINUTE,
  observed,
  observedAll,
  SECOND,
  START,
  settled,
} from "@/lib/testing/incident-fleet";
import { istiodCauseAnswer, rollbackCandidate } from "./cause";
import type { MachineFacts, MachinePopulation, Observation } from "./observation";

const fleet = aFleet();
const group = fleet.of("group-1");
const causeOf = (observations: readonly Observation[], now: number, of = fleet) =>
  incidentsAt(of, observations, now)
    .filter(({ mergedInto }) => mergedInto === null)
    .map(({ cause }) => [cause.kind, ...cause.traits.map(({ trait, value }) => `${trait} ${value}`)].join(" "));

/** Returns a fleet in which the first machines of group-1 have other traits. */
function withTraits(count: number, traits: MachineFacts["traits"]): IncidentFleet {
  return new IncidentFleet(fleet.machines.map((machine, index) => (index < count ? { ...machine, traits: { ...machine.traits, ...traits } } : machine)));
}

describe("the cause of an incident", () => {
  it("is the version if no healthy machine has it: sharper than the group and the zone", () => {
    const changedFleet = withTraits(6, { version: "v41" });
    const [incident] = incidentsAt(changedFleet, observedAll(changedFleet.machines.slice(0, 6), "failed", 0, SECOND), MINUTE);
    expect(incident?.cause).toEqual({
      kind: "trait",
      traits: [{ trait: "version", value: "v41", bad: 6, of: 6, others: 0, ofOthers: 394 }],
      group: { namespace: "shop", name: "group-1", size: 40 },
    });
  });

  it("stays the group if a rollout moves all other machines from the replica that its machines had", () => {
    const ofReplica = group.filter(({ traits }) => traits.replica === "istiod-0").slice(0, 3);
    let isRolledOut = false;
    const having: MachinePopulation["having"] = (cluster, trait, value, namespace) =>
      isRolledOut && trait === "replica" && value === "istiod-0" ? 0 : fleet.having(cluster, trait, value, namespace);
    const engine = anEngine({ size: (cluster) => fleet.size(cluster), having });
    engine.take(observedAll(ofReplica, "failed", 0));
    engine.passTo(START + MINUTE);
    isRolledOut = true;
    engine.take([changed("istiod-0", MINUTE, null, { kind: "Pod", what: "deleted" })]);
    engine.passTo(START + 2 * MINUTE);
    expect(engine.incidents.map(({ cause }) => cause.traits.map(({ trait, value }) => [trait, value]))).toEqual([[["group", "group-1"]]]);
  });

  it("is reported again with a change that is seen a moment after the first failure", () => {
    const engine = anEngine(fleet);
    engine.take(observedAll(group.slice(0, 3), "failed", 0));
    engine.passTo(START + 1.2 * SECOND);
    engine.take([changed("group-1", 1.5 * SECOND, ["shop/group-1"])]);
    engine.passTo(START + 1.7 * SECOND);
    engine.takeChanged();
    engine.passTo(START + 3 * SECOND);
    expect(engine.takeChanged().flatMap(({ changes }) => changes.map(({ name }) => name))).toEqual(["group-1"]);
  });

  it("is the group if nothing separates its failed machines from the others of it", () => {
    expect(causeOf(observedAll(group.slice(0, 8), "failed", 0), MINUTE)).toEqual(["trait group group-1"]);
  });

  it("is the zone of a lost zone, with its share among the others", () => {
    const zone = fleet.inZone("zone-a");
    const [incident] = incidentsAt(fleet, observedAll(zone, "lost", 0, 100), 2 * MINUTE);
    expect(incident?.cause.traits).toEqual([{ trait: "zone", value: "zone-a", bad: zone.length, of: zone.length, others: 0, ofOthers: 400 - zone.length }]);
  });

  it("is one of two traits that separate equally well", () => {
    const zone = fleet.inZone("zone-a");
    const both = new IncidentFleet(
      fleet.machines.map((machine) => (zone.includes(machine) ? { ...machine, traits: { ...machine.traits, network: "vpc-2" } } : machine)),
    );
    expect(causeOf(observedAll(both.inZone("zone-a"), "lost", 0), MINUTE, both)).toEqual(["trait zone zone-a network vpc-2"]);
  });

  it("is the zone or a version that only its machines have, in several groups", () => {
    const zone = fleet.inZone("zone-a");
    const both = new IncidentFleet(
      fleet.machines.map((machine) => (zone.includes(machine) ? { ...machine, traits: { ...machine.traits, version: "v41" } } : machine)),
    );
    expect(causeOf(observedAll(both.inZone("zone-a"), "failed", 0), MINUTE, both)).toEqual(["trait zone zone-a version v41"]);
  });

  it("is the zone or the version, not their istiod replica, if the failed machines of a small group have all three alone", () => {
    const small = new IncidentFleet(
      [1, 2, 3, 4, 5].map((n) => {
        const traits = n <= 2 ? { zone: "zone-c", replica: "istiod-a", version: "v41" } : { zone: "zone-a", replica: "istiod-b", version: "v40" };
        return aMachine(`vm-${n}`, "group-1", traits);
      }),
    );
    expect(causeOf(observedAll(small.machines.slice(0, 2), "failed", 0), MINUTE, small)).toEqual(["trait zone zone-c version v41"]);
  });

  it("is the dead replica or the zone, if only the machines of this zone were connected to it", () => {
    const zone = fleet.inZone("zone-a");
    const both = new IncidentFleet(
      fleet.machines.map((machine) => {
        const replica = zone.includes(machine) ? "istiod-a" : "istiod-b";
        return { ...machine, traits: { ...machine.traits, replica } };
      }),
    );
    const unverified = observedAll(both.inZone("zone-a"), "unverified", 0, 0, { cause: "node-silent" });
    expect(causeOf(unverified, MINUTE, both)).toEqual(["replica-gone zone zone-a replica istiod-a"]);
  });

  it("is that all left healthy if a machine leaves every 20 min", () => {
    expect(causeOf(observedAll(group.slice(0, 5), "lost", 0, 20 * MINUTE), 2 * HOUR)).toEqual(["left-healthy group group-1"]);
  });

  it("names no trait that all machines have: five machines in one zone", () => {
    const five = new IncidentFleet(["1", "2", "3", "4", "5"].map((name) => aMachine(name, "db", { zone: "zone-a", network: "vpc-1", replica: "istiod-0" })));
    expect(causeOf(observedAll(five.machines.slice(0, 3), "failed", 0), MINUTE, five)).toEqual(["time-only"]);
  });

  it("is the machine if it is the only one", () => {
    expect(causeOf([observed(fleet.machine("group-1", 0), "failed", 0)], HOUR)).toEqual(["machine"]);
  });

  it("is that all left healthy if an autoscaler removes machines", () => {
    expect(causeOf(observedAll(group.slice(0, 20), "lost", 0, 30 * SECOND), HOUR)).toEqual(["left-healthy group group-1"]);
  });

  it("is the deletion of the group", () => {
    expect(causeOf(observedAll(group, "lost", 0, 50, { cause: "group-deleted" }), MINUTE)).toEqual(["group-deleted group group-1"]);
  });

  it("is the deletion of the namespace of several groups", () => {
    const namespace = changed("shop", 0, null, { kind: "Namespace", namespace: "", what: "deleted" });
    const one = new IncidentFleet([...fleet.machines, aMachine("mail-1", "mail", {}, "mail"), aMachine("mail-2", "mail", {}, "mail")]);
    const incidents = incidentsAt(one, [namespace, ...observedAll(fleet.machines, "lost", 0, 20, { cause: "group-deleted" })], MINUTE);
    expect(incidents.map(({ cause, members }) => [cause.kind, members.length])).toEqual([["namespace-deleted", 400]]);
  });

  it("is istiod if every replica is gone, although hand-written entries name none", () => {
    const manual = ["1", "2", "3"].map((name) => aMachine(`vip-${name}`, ""));
    const all = new IncidentFleet([...fleet.machines, ...manual]);
    expect(causeOf(observedAll(fleet.machines, "unverified", 0, 10), MINUTE, all)).toEqual(["istiod-gone"]);
  });

  it("is the replica if its machines do not reconnect", () => {
    const waiting = fleet.of(null, ({ traits }) => traits.replica === "istiod-1").slice(0, 12);
    expect(causeOf(observedAll(waiting, "unverified", 0), MINUTE)).toEqual(["replica-gone replica istiod-1"]);
  });

  it("is the clock of a replica if connections begin in the future", () => {
    const ahead = fleet.of(null, ({ traits }) => traits.replica === "istiod-1").slice(0, 20);
    const observations = [
      ...observedAll(ahead, "unverified", 0, 0, { cause: "in-the-future" }),
      ...observedAll(ahead, "lost", 20 * SECOND, 0, { cause: "swept" }),
    ];
    expect(causeOf(observations, MINUTE)).toEqual(["clock-skew replica istiod-1"]);
  });

  it("is a change that concerns several groups and no healthy one", () => {
    const groups = ["group-1", "group-2", "group-3"];
    const failures = groups.flatMap((name) => fleet.of(name).slice(0, 30));
    const change = changed(
      "allow",
      -MINUTE,
      groups.map((name) => `shop/${name}`),
      { kind: "AuthorizationPolicy" },
    );
    expect(causeOf([change, ...observedAll(failures, "failed", 0, 100)], MINUTE)).toEqual(["trait change AuthorizationPolicy shop/allow"]);
  });

  it("does not change after ten minutes", () => {
    const early = observedAll(group.slice(0, 8), "failed", 0);
    const late = observedAll(group.slice(8, 12), "lost", 30 * MINUTE);
    expect(causeOf([...early, ...late, ...late.map((one) => settled((one as { machine: MachineFacts }).machine, "replaced", HOUR))], 2 * HOUR)).toEqual([
      "trait group group-1",
    ]);
  });
});

describe("changes before an incident", () => {
  const failures = observedAll(group.slice(0, 4), "failed", 0);
  const changesAt = (changes: readonly Observation[]) => {
    const [incident] = incidentsAt(fleet, [...changes, ...failures], MINUTE);
    return {
      names: incident?.changes.map(({ name }) => name),
      last: incident?.lastChange?.name ?? null,
      rollback: incident === undefined ? null : (rollbackCandidate(incident)?.name ?? null),
    };
  };
  const own = ["shop/group-1"];

  it("are those of ten minutes, the nearest first", () => {
    const changes = [changed("old", -11 * MINUTE, own), changed("far", -9 * MINUTE, own), changed("near", -MINUTE, null)];
    expect(changesAt(changes)).toEqual({ names: ["near", "far"], last: null, rollback: "near" });
  });

  it("are not those of other groups, nor later ones", () => {
    expect(changesAt([changed("other", -MINUTE, ["shop/group-2"]), changed("later", 10 * SECOND, own)])).toEqual({ names: [], last: null, rollback: null });
  });

  it("contain one within the clock skew after the failure", () => {
    expect(changesAt([changed("skewed", 4 * SECOND, own)]).names).toEqual(["skewed"]);
  });

  it("are replaced by the last change, which suggests no rollback after half an hour", () => {
    expect(changesAt([changed("v41", -5 * HOUR, own)])).toEqual({ names: [], last: "v41", rollback: null });
    expect(changesAt([changed("v41", -25 * MINUTE, own)])).toEqual({ names: [], last: "v41", rollback: "v41" });
  });

  it("are counted from the start of a gap", () => {
    const gap = observedAll(group.slice(0, 4), "failed", 0, 0, { notBefore: START - HOUR } as object);
    const [incident] = incidentsAt(fleet, [changed("before", -65 * MINUTE, own), ...gap], MINUTE);
    expect(incident?.changes.map(({ name }) => name)).toEqual(["before"]);
  });
});

describe("the answer to whether it is istiod", () => {
  const answerTo = (observations: readonly Observation[], of = fleet) => {
    const [incident] = incidentsAt(of, observations, 3 * MINUTE);
    return incident === undefined ? null : istiodCauseAnswer(incident, of);
  };

  it("is yes if the replica is gone", () => {
    expect(
      answerTo(
        observedAll(
          fleet.of(null, ({ traits }) => traits.replica === "istiod-1"),
          "unverified",
          0,
        ),
      )?.answer,
    ).toBe("yes");
  });

  it("is no evidence if replicas do not separate the machines, with the most common one", () => {
    const answer = answerTo(observedAll(group.slice(0, 6), "failed", 0));
    expect([answer?.answer, answer?.compared.map(({ trait, bad, of }) => `${trait} ${bad} of ${of}`)]).toEqual([
      "no-evidence",
      ["replica 2 of 6", "revision 6 of 6"],
    ]);
  });

  it.each([
    [6, 0, "cannot-tell"],
    [6, 1, "cannot-tell"],
    [6, 2, "no-evidence"],
  ] as const)("of a zone with %i unverified and %i lost machines is %3$s, and counts the unverified ones", (unverified, lost, answer) => {
    const members = [...Array.from({ length: unverified + lost }).keys()].map((n) => {
      const member = aMember(n, { condition: n < unverified ? "unverified" : "lost" });
      return { ...member, machine: { ...member.machine, traits: { ...member.machine.traits, replica: `istiod-${n % 3}` } } };
    });
    expect(istiodCauseAnswer(anIncident({ members }), fleet)).toMatchObject({ answer, unverified });
  });

  it("cannot tell for one machine, or without replicas", () => {
    const bare = new IncidentFleet(["1", "2", "3", "4"].map((name) => aMachine(name, "db")));
    expect([
      answerTo([observed(fleet.machine("group-1", 0), "failed", 0)])?.answer,
      answerTo(observedAll(bare.machines.slice(0, 2), "failed", 0), bare)?.answer,
    ]).toEqual(["cannot-tell", "cannot-tell"]);
  });
});
