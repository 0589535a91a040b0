import { describe, expect, it } from "vitest";
import type { GroupWorstTrouble } from "@/lib/domain/diagnosis/group-trouble";
import { comparedTraitLabel, comparedTraitsLegend, conditionReasonPhrases, groupTroubleLine, groupWhyAnswer, type TroubleReason } from "./group-trouble-line";
import type { TextContext } from "./text/tense";

const NOW = Date.UTC(2026, 10, 21, 4, 16, 0);
const AT = NOW - 4 * 60_000;
const live: TextContext = { tense: { past: false }, now: NOW, zone: "utc" };
const past: TextContext = { ...live, tense: { past: true, at: "at 04:15:00", moment: NOW - 60_000 } };

const REFUSED = 'Get "http://10.20.1.14:8000/healthz": dial tcp 10.20.1.14:8000: connect: connection refused';

function aTrouble(change: Partial<GroupWorstTrouble> = {}): GroupWorstTrouble {
  return {
    ...{ kind: "group-worst-trouble", cluster: "prod-eu", namespace: "shop", group: "checkout", condition: "failed", count: 6, total: 48, others: 0 },
    ...{ since: AT, sinceAtLeast: false, risen: null, traits: [] },
    ...change,
  };
}

function aReason(change: Partial<TroubleReason> = {}): TroubleReason {
  return { state: "unhealthy", message: REFUSED, connection: "connected", connectionWhy: "", replica: "", machines: 6, ...change };
}

const gone = (why: string) =>
  aReason({ state: "unverified", message: "", connection: "ghost", connectionWhy: why, replica: "istiod-1-31-7c9f5d-c4d8z", machines: 2 });
const unverified = (change: Partial<GroupWorstTrouble> = {}) => aTrouble({ condition: "unverified", count: 2, ...change });

describe("the second line of a group's headline", () => {
  it.each<[string, Partial<GroupWorstTrouble>, readonly TroubleReason[], string, TextContext?]>([
    ["failed machines of one version", { traits: ["version v41"] }, [aReason()], "[Six failed] 4 min ago, all on v41: connection refused."],
    [
      "two traits that separate equally",
      { traits: ["version v41", "zone eu-1a"] },
      [aReason()],
      "[Six failed] 4 min ago, all on v41 and in zone eu-1a (cannot tell which): connection refused.",
    ],
    ["two machines", { count: 2, traits: ["zone eu-1a"] }, [], "[Two failed] 4 min ago, both in zone eu-1a."],
    ["one machine", { count: 1, total: 1, traits: [] }, [aReason({ machines: 1 })], "[One failed] 4 min ago: connection refused."],
    ["many machines", { count: 1_204, total: 5_000 }, [aReason()], "[1,204 failed] 4 min ago: connection refused."],
    ["a later rise", { risen: 2 }, [aReason()], "[Six failed], two of them 4 min ago: connection refused."],
    ["a beginning before the history", { sinceAtLeast: true, risen: 2 }, [aReason()], "[Six failed] before 04:12:00: connection refused."],
    ["an unknown beginning", { since: null }, [aReason()], "[Six failed]: connection refused."],
    [
      "two reasons",
      {},
      [aReason({ machines: 4 }), aReason({ message: "HTTP probe failed with statuscode: 503", machines: 2 })],
      "[Six failed] 4 min ago: connection refused (4), HTTP 503 (2).",
    ],
    ["lost machines", { condition: "lost", count: 11, traits: ["zone eu-1c"] }, [], "[Eleven were lost] 4 min ago, all in zone eu-1c."],
    ["a missing machine", { condition: "missing", count: 1, since: null }, [], "[One is missing]."],
    [
      "entries without an endpoint",
      { condition: "no-endpoint", count: 2 },
      [aReason({ state: "no-endpoint", message: "" })],
      "[Two have no endpoint] for 4 min: neither address nor network.",
    ],
    [
      "unverified machines",
      { condition: "unverified", count: 2, traits: ["replica istiod-1-31-7c9f5d-c4d8z"] },
      [gone("no-such-pod")],
      "[Two are unverified] for 4 min: istiod-1-31…c4d8z is gone.",
    ],
    ["a page of the past", { traits: ["version v41"] }, [aReason()], "[Six failed] at 04:12:00, all on v41: connection refused.", past],
    [
      "unverified machines of the past",
      { condition: "unverified", count: 2 },
      [gone("restarted")],
      "[Two were unverified] since 04:12:00: istiod-1-31…c4d8z restarted after the connections began.",
      past,
    ],
  ])("has reason, age and traits for %s", (_, change, reasons, text, context = live) => {
    const { before, loud, after } = groupTroubleLine(aTrouble(change), reasons, context);
    expect(`${before}[${loud}]${after}`).toBe(text);
  });

  it("keeps the end of a long reason", () => {
    const message = `${"a".repeat(200)} root cause: disk full`;
    expect(groupTroubleLine(aTrouble(), [aReason({ message })], live).after).toMatch(/…a*\s*root cause: disk full\.$/);
  });

  it("is violet for unverified machines, without colour for trouble older than a day, and otherwise red", () => {
    const tone = (change: Partial<GroupWorstTrouble>) => groupTroubleLine(aTrouble(change), [], live).tone;
    expect([tone({}), tone({ condition: "lost" }), tone({ condition: "unverified" }), tone({ since: NOW - 9 * 86_400_000 })]).toEqual([
      "bad",
      "bad",
      "blind",
      "idle",
    ]);
  });
});

describe("groupWhyAnswer", () => {
  it.each<[string, GroupWorstTrouble, readonly TroubleReason[], string]>([
    ["a refused connection", aTrouble(), [aReason()], "Port 8000 refuses connections on six machines."],
    [
      "a timeout",
      aTrouble({ count: 1 }),
      [aReason({ message: 'Get "http://10.0.0.1:8080/h": context deadline exceeded' })],
      "Port 8080 does not answer in time on one machine.",
    ],
    ["a status", aTrouble(), [aReason({ message: "HTTP probe failed with statuscode: 503" })], "The health check gets HTTP 503 from six machines."],
    ["another message", aTrouble(), [aReason({ message: "exit status 2" })], "The health checks of six machines fail."],
    ["no message", aTrouble({ count: 1 }), [aReason({ message: "" })], "The health check of one machine fails."],
    ["two messages", aTrouble(), [aReason(), aReason({ message: "exit status 2" })], "The health checks of six machines fail for different reasons."],
    ["losses", aTrouble({ condition: "lost" }), [], "The connections of six machines ended, and their entries are gone."],
    ["missing machines", aTrouble({ condition: "missing", count: 2 }), [], "Two of 48 expected machines have no entry and no recorded loss."],
    ["no endpoint", aTrouble({ condition: "no-endpoint", count: 1 }), [], "One entry has neither an address nor a network."],
    ["a replica that is gone", unverified(), [gone("no-such-pod")], "istiod-1-31…c4d8z is gone."],
    ["a clock that is ahead", unverified(), [gone("in-the-future")], "The connections begin in the future."],
    ["several doubts", unverified(), [gone("no-such-pod"), gone("too-old")], "No replica proves the connections of two machines."],
    ["machines that never connected", unverified(), [aReason({ state: "disconnected", connection: "never", message: "" })], "Registered, never connected."],
    ["an unreadable entry", unverified(), [aReason({ state: "unreadable", message: "spec.weight is no number" })], "spec.weight is no number."],
  ])("for %s has at most 14 words", (_, trouble, reasons, text) => {
    const answer = groupWhyAnswer(trouble, reasons, live);
    expect(answer).toBe(text);
    expect(answer.split(" ").length).toBeLessThanOrEqual(14);
  });
});

it("merges equal reasons of several machines, with their number", () => {
  const reasons = [
    aReason({ message: REFUSED, machines: 2 }),
    aReason({ message: REFUSED.replaceAll("10.20.1.14", "10.20.1.17"), machines: 3 }),
    gone("no-such-pod"),
  ];
  expect(conditionReasonPhrases("failed", reasons)).toEqual([{ phrase: "connection refused", machines: 5 }]);
});

it("shortens the name of a replica next to its bar, and explains bar and tick", () => {
  const trait = { trait: "replica", value: "istiod-1-31-7c9f5d-x8f2p", bad: 3, of: 6, others: 21, ofOthers: 42, separates: false } as const;
  expect(comparedTraitLabel(trait)).toBe("replica …x8f2p");
  expect(comparedTraitsLegend([trait], "failed")).toBe("Bar: share of the 6 failed. Tick: share of the 42 others.");
  expect(comparedTraitsLegend([{ ...trait, ofOthers: 0 }], "lost")).toBe("Bar: share of the 6 lost.");
});
