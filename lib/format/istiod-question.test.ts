import { describe, expect, it } from "vitest";
import type { IstiodComparison, IstiodQuestionAnswer } from "@/lib/domain/diagnosis/istiod-question";
import { NOW } from "@/lib/testing/entries";
import { istiodEvidenceText, istiodQuestionText, shortReplicaName } from "./istiod-question";
import type { TextContext } from "./text/tense";

const MINUTE = 60_000;
const LIVE: TextContext = { tense: { past: false }, now: NOW, zone: "utc" };
const PAST: TextContext = { ...LIVE, tense: { past: true, at: "at 04:16:12", moment: NOW } };
const POD = "istiod-1-31-7c9f6d8b5d-x8f2p";

const READY: IstiodComparison = { kind: "istiod-replicas-ready", speaks: "against", ready: 3, total: 3 };
const CONNECTED: IstiodComparison = {
  ...{ kind: "machines-connected", speaks: "against", machines: 1, connected: 1 },
  ...{ since: NOW - 19 * MINUTE, replica: POD, replicas: 1 },
};
const SAME: IstiodComparison = { kind: "machines-on-same-replicas", speaks: "against", troubled: 4, machines: 519, replicas: 1 };

describe("istiodEvidenceText", () => {
  it.each<readonly [check: IstiodComparison, live: string, past: string]>([
    [READY, "3 of 3 istiod replicas are ready.", "3 of 3 istiod replicas were ready."],
    [{ ...READY, ready: 0, total: 0 }, "No istiod replica is left.", "No istiod replica was left."],
    [{ kind: "istiod-replicas-hidden", speaks: "unknown" }, "You may not list istiod's Pods.", "You may not list istiod's Pods."],
    [CONNECTED, "Connected for 19 min to istiod-1-31…x8f2p, which is ready.", "Connected for 19 min to istiod-1-31…x8f2p, which was ready."],
    [{ ...CONNECTED, speaks: "unknown", since: null }, "Connected to istiod-1-31…x8f2p.", "Connected to istiod-1-31…x8f2p."],
    [{ ...CONNECTED, connected: 0 }, "It is not connected. Last replica: istiod-1-31…x8f2p.", "It was not connected. Last replica: istiod-1-31…x8f2p."],
    [{ ...CONNECTED, connected: 0, replica: "", replicas: 0 }, "It is not connected.", "It was not connected."],
    [
      { ...CONNECTED, machines: 8, connected: 0, replica: "", replicas: 2 },
      "None of 8 is connected. They were on 2 replicas.",
      "None of 8 was connected. They were on 2 replicas.",
    ],
    [
      { ...CONNECTED, machines: 6, connected: 6, replica: "", replicas: 2 },
      "6 of 6 are connected to 2 replicas, all ready.",
      "6 of 6 were connected to 2 replicas.",
    ],
    [
      { kind: "connections-unverified", speaks: "unknown", machines: 1 },
      "An unverified connection cannot be compared.",
      "An unverified connection cannot be compared.",
    ],
    [
      { kind: "replica-lost-connections", speaks: "for", replica: POD, status: "restarted" },
      "istiod-1-31…x8f2p restarted after the connection began.",
      "istiod-1-31…x8f2p had restarted after the connection began.",
    ],
    [SAME, "On this replica, 4 of 519 other machines are in trouble.", "On this replica, 4 of 519 other machines were in trouble."],
    [
      { ...SAME, troubled: 0, replicas: 2 },
      "On these replicas, none of 519 other machines is in trouble.",
      "On these replicas, none of 519 other machines was in trouble.",
    ],
    [{ ...SAME, troubled: 0, machines: 0 }, "No other machine is on this replica.", "No other machine was on this replica."],
    [
      { kind: "machines-on-other-replicas", speaks: "for", troubled: 1, machines: 690 },
      "On other replicas, 1 of 690 machines is in trouble.",
      "On other replicas, 1 of 690 machines was in trouble.",
    ],
    [
      { kind: "failure-reported", speaks: "against", machines: 1, reported: 1, at: NOW },
      "The agent reported the failure at 04:16:12.",
      "The agent reported the failure at 04:16:12.",
    ],
    [
      { kind: "failure-reported", speaks: "none", machines: 1, reported: 0, at: null },
      "The agent has not reported the failure.",
      "The agent had not reported the failure.",
    ],
    [
      { kind: "failure-reported", speaks: "against", machines: 6, reported: 6, at: null },
      "6 of 6 agents reported the failure over their connections.",
      "6 of 6 agents reported the failure over their connections.",
    ],
    [
      { kind: "istiod-clock-ahead", speaks: "for" },
      "A connection begins in the future: a replica's clock is ahead.",
      "A connection began in the future: a replica's clock was ahead.",
    ],
    [
      { kind: "incident-trait", speaks: "against", trait: "zone", value: "eu-1c" },
      "Its incident is about zone eu-1c, not about istiod.",
      "Its incident was about zone eu-1c, not about istiod.",
    ],
    [
      { kind: "entry-deleted", speaks: "against" },
      "The entry was deleted, and istiod had no reason to.",
      "The entry was deleted, and istiod had no reason to.",
    ],
    [{ kind: "cause-in-entry", speaks: "against" }, "The entry itself explains the state.", "The entry itself explained the state."],
    [
      { kind: "machines-reconnecting", speaks: "against", reconnecting: 12, managed: 1_210 },
      "In the whole cluster 12 of 1,210 machines reconnect now.",
      "In the whole cluster 12 of 1,210 machines reconnected.",
    ],
  ])("has a sentence for %o, also in the past tense", (check, live, past) => {
    expect(istiodEvidenceText(check, LIVE)).toEqual({ text: live, speaks: check.speaks });
    expect(istiodEvidenceText(check, PAST).text).toBe(past);
  });
});

describe("istiodQuestionText", () => {
  const answered = (answer: IstiodQuestionAnswer["answer"], checks: readonly IstiodComparison[] = [READY]) => ({ answer, checks });
  it.each([
    [answered("no-evidence"), null, "No evidence that it is istiod.", "No evidence that it was istiod.", null],
    [answered("cannot-tell"), null, "Cannot tell whether it is istiod.", "Cannot tell whether it was istiod.", "blind"],
    [answered("yes"), "replica-gone", "Yes: the istiod replica of this machine is gone.", "Yes: the istiod replica of this machine was gone.", "bad"],
    [answered("yes"), "trait", "Yes: only an istiod replica or revision separates them.", "Yes: only an istiod replica or revision separated them.", "bad"],
    [answered("yes"), null, "Yes: no istiod replica is left.", "Yes: no istiod replica was left.", "bad"],
    [
      answered("yes", [{ kind: "istiod-clock-ahead", speaks: "for" }]),
      null,
      "Yes: the clock of the istiod replica of this machine is ahead.",
      "Yes: the clock of the istiod replica of this machine was ahead.",
      "bad",
    ],
    [
      answered("cannot-tell", [{ kind: "istiod-replicas-hidden", speaks: "unknown" }]),
      null,
      "Cannot tell: istiod's Pods are not visible to you.",
      "Cannot tell: istiod's Pods are not visible to you.",
      "blind",
    ],
  ] as const)("answers %o for an incident with the cause %s", (answer, incident, live, past, tone) => {
    expect(istiodQuestionText(answer, { incident, machines: 1 }, LIVE)).toEqual({ text: live, tone });
    expect(istiodQuestionText(answer, { incident, machines: 1 }, PAST).text).toBe(past);
  });
});

it.each([
  [POD, "istiod-1-31…x8f2p"],
  ["istiod-7c9f6d8b5d-x8f2p", "istiod…x8f2p"],
  ["istiod-a", "istiod-a"],
  ["", ""],
])("shortReplicaName shortens %s to %s", (name, short) => expect(shortReplicaName(name)).toBe(short));
