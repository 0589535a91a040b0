import { describe, expect, it } from "vitest";
import { answerIstiodQuestion, type IstiodCauseInput } from "./istiod-question";

/** One failed machine, connected to a ready replica with 519 other machines. */
const FAILED: IstiodCauseInput = {
  incident: null,
  replicas: { ready: 3, total: 3 },
  connected: { machines: 1, connected: 1, since: 0 },
  holders: [{ name: "istiod-a", status: "runs" }],
  onSame: { troubled: 4, machines: 519 },
  elsewhere: { troubled: 9, machines: 690 },
  reported: { machines: 1, at: 0 },
  isClockAhead: false,
  reconnecting: null,
  isUnverified: false,
  isOfEntry: false,
};

const LOST_REPLICA = { connected: { machines: 1, connected: 0, since: null }, holders: [{ name: "istiod-b", status: "gone" }], reported: null } as const;

describe("answerIstiodQuestion", () => {
  it.each<readonly [title: string, change: Partial<IstiodCauseInput>, answer: string]>([
    ["a failed machine on a ready replica whose other machines are well", {}, "no-evidence"],
    ["a viewer without the right to list istiod's Pods", { replicas: null }, "cannot-tell"],
    ["the same, also if the incident proves it", { replicas: null, incident: "yes" }, "cannot-tell"],
    ["an incident that proves it", { incident: "yes" }, "yes"],
    ["an incident that cannot tell", { incident: "cannot-tell" }, "cannot-tell"],
    ["a lost replica in an incident without evidence", { ...LOST_REPLICA, incident: "no-evidence" }, "no-evidence"],
    ["an unverified machine in an incident without evidence", { ...LOST_REPLICA, incident: "no-evidence", isUnverified: true }, "cannot-tell"],
    ["an unverified machine in an incident that proves it", { ...LOST_REPLICA, incident: "yes", isUnverified: true }, "yes"],
    ["an unverified machine beside healthy ones on its replica", { ...LOST_REPLICA, holders: [], isUnverified: true }, "cannot-tell"],
    ["an unverified machine without a ready replica", { isUnverified: true, replicas: { ready: 0, total: 3 } }, "yes"],
    ["no ready replica", { replicas: { ready: 0, total: 0 } }, "yes"],
    ["a connection in the future", { isClockAhead: true }, "yes"],
    ["a replica that is gone", LOST_REPLICA, "cannot-tell"],
    ["a replica that restarted", { ...LOST_REPLICA, holders: [{ name: "istiod-b", status: "restarted" }] }, "cannot-tell"],
    [
      "other machines in trouble on the same replica only",
      { onSame: { troubled: 60, machines: 519 }, elsewhere: { troubled: 0, machines: 690 } },
      "cannot-tell",
    ],
    ["half of the cluster reconnecting", { reconnecting: { reconnecting: 605, managed: 1_210 } }, "cannot-tell"],
    ["some machines reconnecting", { reconnecting: { reconnecting: 12, managed: 1_210 } }, "no-evidence"],
    [
      "half of all machines in trouble, on every replica",
      { onSame: { troubled: 260, machines: 519 }, elsewhere: { troubled: 350, machines: 690 } },
      "no-evidence",
    ],
    [
      "a disconnected machine without anything to compare",
      { connected: { machines: 1, connected: 0, since: null }, holders: [], onSame: null, elsewhere: null, reported: null },
      "cannot-tell",
    ],
    ["an entry that a user deleted", { ...LOST_REPLICA, isDeleted: true }, "no-evidence"],
    ["an entry without an address", { isOfEntry: true, holders: [], onSame: null, elsewhere: null, reported: null }, "no-evidence"],
  ])('for %s is "%3$s"', (_, change, answer) => expect(answerIstiodQuestion({ ...FAILED, ...change }).answer).toBe(answer));

  it("does not count other machines as evidence if no replica has machines to compare with", () => {
    const { checks } = answerIstiodQuestion({ ...FAILED, onSame: { troubled: 2, machines: 4 }, elsewhere: { troubled: 0, machines: 0 } });
    expect(checks.find(({ kind }) => kind === "machines-on-same-replicas")?.speaks).toBe("none");
  });
});

describe("the comparisons", () => {
  const directions = (change: Partial<IstiodCauseInput>) =>
    answerIstiodQuestion({ ...FAILED, ...change }).checks.map(({ kind, speaks }) => `${kind} ${speaks}`);

  it("of a failed machine are evidence against istiod", () => {
    expect(directions({})).toEqual([
      "machines-connected against",
      "machines-on-same-replicas against",
      "failure-reported against",
      "istiod-replicas-ready against",
    ]);
  });

  it("of a machine on a lost replica are evidence for istiod", () => {
    expect(directions({ ...LOST_REPLICA, replicas: { ready: 2, total: 3 } })).toEqual([
      "replica-lost-connections for",
      "machines-on-same-replicas against",
      "istiod-replicas-ready none",
    ]);
  });

  it("of a machine on a lost replica are no evidence if the incident's zone explains the failure", () => {
    const change = { ...LOST_REPLICA, incident: "no-evidence", incidentTrait: { trait: "zone", value: "eu-1c" } } as const;
    expect(directions(change)).toEqual([
      "incident-trait against",
      "replica-lost-connections none",
      "machines-on-same-replicas against",
      "istiod-replicas-ready against",
    ]);
    expect(directions({ ...change, incident: "yes" })[0]).toBe("replica-lost-connections for");
  });

  it("of an unverified machine say first that its connection cannot be compared", () => {
    const change = { ...LOST_REPLICA, isUnverified: true, incident: "no-evidence", incidentTrait: { trait: "zone", value: "eu-1c" } } as const;
    expect(directions(change).slice(0, 3)).toEqual(["incident-trait against", "connections-unverified unknown", "replica-lost-connections none"]);
  });

  it("include machines on other replicas if those on the same replica are evidence for istiod", () => {
    const change = { onSame: { troubled: 60, machines: 519 }, elsewhere: { troubled: 1, machines: 690 } };
    expect(directions(change)).toContain("machines-on-other-replicas for");
  });

  it("are unknown without permission to list istiod's Pods", () => {
    expect(directions({ replicas: null, holders: [{ name: "istiod-a", status: "not-visible" }], onSame: null })).toEqual([
      "machines-connected unknown",
      "failure-reported none",
      "istiod-replicas-hidden unknown",
    ]);
  });

  it("of a group are neutral unless all its machines are connected and reported", () => {
    const change = { connected: { machines: 6, connected: 5, since: null }, reported: { machines: 5, at: null } };
    expect(directions(change).filter((text) => text.endsWith("none"))).toEqual(["machines-connected none", "failure-reported none"]);
  });
});
