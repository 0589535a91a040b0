import { describe, expect, it } from "vitest";
import { entryTraffic } from "@/lib/domain/statements/entry";
import type { NextIstiodAction } from "@/lib/domain/verdict/next-action";
import { anEntryRow, ROWS_NOW } from "@/lib/testing/rows";
import { entryTarget } from "./commands";
import {
  goneEntryHeadline,
  lastReportText,
  lostByServicesText,
  lostMachineAdvice,
  machineAdvice,
  machineWhyText,
  moreMachinesText,
  removalText,
  routineActionText,
} from "./machine-diagnosis";
import type { TextContext } from "./text/tense";

type Row = Parameters<typeof anEntryRow>[0];
const MINUTE = 60_000;
const LIVE: TextContext = { tense: { past: false }, now: ROWS_NOW, zone: "utc" };
const PAST: TextContext = { ...LIVE, tense: { past: true, at: "at 04:16:12", moment: ROWS_NOW } };
const REFUSED = 'Get "http://10.20.1.14:8000/healthz": dial tcp 10.20.1.14:8000: connect: connection refused';
const POD = "istiod-1-31-7c9f6d8b5d-c4d8z";
const ghost: Row = { state: "unverified", connection: "ghost", connectionWhy: "no-such-pod", controller: POD };

describe("machineWhyText", () => {
  it.each<readonly [Row, live: string, past: string]>([
    [{ state: "unhealthy", message: REFUSED }, "Port 8000 refuses connections.", "Port 8000 refuses connections."],
    [ghost, "Replica istiod-1-31…c4d8z is gone. The machine has not reconnected.", "Replica istiod-1-31…c4d8z was gone. The machine had not reconnected."],
    [
      { ...ghost, connection: "leaked", connectionWhy: "too-old" },
      "Its connection is older than istiod allows: it is not real.",
      "Its connection was older than istiod allows: it was not real.",
    ],
    [{ ...ghost, connectionWhy: "" }, "No istiod replica holds its connection.", "No istiod replica held its connection."],
    [
      { state: "disconnected", connection: "disconnected", disconnectedAt: ROWS_NOW - MINUTE },
      "The machine disconnected at 04:15:12 and did not return.",
      "The machine disconnected at 04:15:12 and did not return.",
    ],
    [{ state: "disconnected", connection: "never" }, "It registered, but never connected.", "It registered, but had never connected."],
    [{ state: "no-endpoint", serving: "no-endpoint" }, "The entry has neither an address nor a network.", "The entry had neither an address nor a network."],
    [{ state: "unreadable", serving: "unknown" }, "The object is not a valid WorkloadEntry.", "The object was not a valid WorkloadEntry."],
    [{ state: "awaiting" }, "No report has arrived for 12 min.", "No report had arrived for 12 min."],
  ])("has a sentence for %o, also in the past tense", (row, live, past) => {
    const statement = entryTraffic(anEntryRow(row), null);
    expect([machineWhyText(statement, LIVE), machineWhyText(statement, PAST)]).toEqual([live, past]);
  });

  it.each([
    [{ inGroup: 5, inOthers: 0, sameError: true }, "5 more checkout machines fail with this error."],
    [{ inGroup: 1, inOthers: 0, sameError: false }, "1 more checkout machine fails."],
    [{ inGroup: 5, inOthers: 34, sameError: false, condition: "lost" }, "5 more checkout machines are lost, and 34 of other groups."],
    [{ inGroup: 0, inOthers: 1, sameError: false, condition: "unverified" }, "1 more machine is unverified."],
    [{ inGroup: 0, inOthers: 0, sameError: true }, ""],
  ] as const)("counts the other machines of its incident: %o", (more, text) => {
    expect(moreMachinesText({ group: "checkout", condition: "failed", ...more }, LIVE)).toBe(text);
  });
});

describe("machineAdvice", () => {
  const advice = (row: Row, change: { mayDrain?: boolean; isAmbient?: boolean; context?: string } = {}) => {
    const { mayDrain = false, isAmbient = false, context = "" } = change;
    const entry = anEntryRow(row);
    return machineAdvice({ statement: entryTraffic(entry, null), target: entryTarget({ ...entry, cluster: context }, null), mayDrain, isAmbient });
  };
  const lines = ({ answer, steps }: ReturnType<typeof advice>) => [answer, ...steps.map(({ text, command }) => command ?? text)];
  const failed: Row = { state: "unhealthy", serving: "no-unhealthy", message: REFUSED };

  it("suggests to repeat the failed probe, and warns of ambient callers only in a mesh that has them", () => {
    const steps = [
      "Check the app on this machine.",
      "ssh 10.20.1.14 curl -sS -i http://localhost:8000/healthz",
      "ssh 10.20.1.14 ss -ltnp 'sport = :8000'",
      "Traffic resumes on the next good report.",
    ];
    expect(lines(advice(failed))).toEqual(steps);
    expect(lines(advice(failed, { isAmbient: true }))).toEqual([...steps, "Ambient callers may still send traffic here."]);
  });

  it.each<readonly [Row, readonly (string | RegExp)[]]>([
    [
      { ...failed, message: "failed to get readiness probe from envoy: server is not live, current state: INITIALIZING" },
      ["Check Envoy on this machine.", /15021\/healthz\/ready$/, /journalctl/, "Traffic resumes on the next good report."],
    ],
    [{ ...failed, address: "" }, ["Check the app on this machine.", /^kubectl -n shop get workloadentry/, "Traffic resumes on the next good report."]],
    [
      { ...failed, message: "exit status 1", connection: "disconnected" },
      ["Check the app on this machine.", /journalctl/, "Traffic resumes when it reconnects and reports success."],
    ],
    [ghost, ["Check that the machine is up.", /systemctl status istio/, /get workloadentry\/checkout-10\.20\.1\.14-vpc-2 -o yaml$/]],
    [{ state: "no-endpoint", serving: "no-endpoint" }, ["Give the entry an address, or a network with a gateway.", /-o yaml$/, /^istioctl analyze -n shop$/]],
    [{ state: "unreadable", serving: "unknown" }, ["Repair the field that the message names.", /-o yaml$/, /^istioctl analyze/]],
    [
      { state: "awaiting", serving: "no-awaiting" },
      [
        "Check that the machine's own mesh.yaml has a readinessProbe.",
        /grep -A 12 readinessProbe \/etc\/istio\/config\/mesh$/,
        /journalctl/,
        "The group's probe reaches new bundles only.",
        "Traffic begins after the first good report.",
      ],
    ],
  ])("has steps for %o", (row, expected) => {
    const found = lines(advice(row));
    expect(found).toHaveLength(expected.length);
    for (const [index, one] of expected.entries()) expect(found[index]).toMatch(one);
    expect(found[0]?.split(" ").length).toBeLessThanOrEqual(14);
  });

  it("offers to drain only with permission, and names the kubectl context in each command", () => {
    expect(advice(ghost, { mayDrain: true }).steps.at(-1)).toEqual({ text: "If it is down, drain it: its traffic stops at once.", anchor: "#drain" });
    expect(advice({ ...ghost, serving: "no-unhealthy" }, { mayDrain: true }).steps.every(({ anchor }) => anchor === undefined)).toBe(true);
    for (const { command = "" } of advice(ghost, { context: "eu 1" }).steps)
      if (command.includes("kubectl")) expect(command).toContain("kubectl --context 'eu 1' ");
  });
});

describe("the next action of istiod", () => {
  const next = (kind: NextIstiodAction["kind"], at: number | null = null, latestAt: number | null = null, assumed = false): NextIstiodAction => ({
    ...{ kind, at, latestAt, assumed },
  });
  const due = ROWS_NOW + 15 * MINUTE;

  it.each<readonly [NextIstiodAction, text: string, counts: boolean, past: string]>([
    [
      next("sweep", due, due + 100_000),
      "istiod removes this entry at 04:31:12, in …, unless the machine reconnects.",
      true,
      "istiod was to remove this entry at 04:31:12, unless the machine reconnects.",
    ],
    [
      next("sweep", ROWS_NOW - 1, due, true),
      "istiod removes this entry by 04:31:12 (assumed), in …, unless the machine reconnects.",
      true,
      "istiod was to remove this entry by 04:31:12 (assumed), unless the machine reconnects.",
    ],
    [
      next("drop-condition", due, due),
      "istiod removes its health report at 04:31:12, in …, unless the machine reconnects.",
      true,
      "istiod was to remove its health report at 04:31:12, unless the machine reconnects.",
    ],
    [
      next("sweep"),
      "istiod removes this entry with its next sweep, unless the machine reconnects.",
      false,
      "istiod was to remove this entry with its next sweep, unless the machine reconnects.",
    ],
    [next("never-cleaned"), "istiod never removes it by itself.", false, "istiod did not remove it by itself."],
    [next("unknown"), "Cannot tell when istiod removes it.", false, "Cannot tell when istiod removes it."],
  ])("has a countdown if it removes the entry: %o", (action, text, counts, past) => {
    const { text: start, countTo, rest } = removalText(action, "ghost", LIVE);
    expect([`${start}${countTo === null ? "" : " …"}${rest}`, countTo !== null]).toEqual([text, counts]);
    const then = removalText(action, "ghost", PAST);
    expect([then.text + then.rest, then.countTo]).toEqual([past, null]);
  });

  it.each<readonly [NextIstiodAction, string]>([
    [next("renew", ROWS_NOW + 11 * MINUTE, ROWS_NOW + 12 * MINUTE), "routine reconnect in 11 min"],
    [next("renew", ROWS_NOW + 11 * MINUTE, null, true), "routine reconnect in 11 min (assumed)"],
    [next("renew", ROWS_NOW - 1, ROWS_NOW + 1), "routine reconnect now"],
    [next("renew", ROWS_NOW - 2, ROWS_NOW - 1), "routine reconnect was due"],
    [next("unknown"), "next reconnect: cannot tell"],
    [next("nothing"), "no routine reconnect: connections have no maximum age"],
  ])("has a short text if it is routine: %o", (action, text) => expect(routineActionText(action, "connected", LIVE)).toBe(text));

  it("has no text for an entry without a connection", () => {
    expect(routineActionText(next("nothing"), "unmanaged", LIVE)).toBe("written by hand: istiod keeps no connection for it");
  });
});

describe("the advice for a lost machine", () => {
  const loss = { cause: "left", endedAt: ROWS_NOW - 3 * MINUTE, notBefore: null, planned: false } as const;
  it.each([
    [{ ...loss, cause: "swept" }, null, "Lost for 3 min: istiod's sweep removed its entry."],
    [{ ...loss, notBefore: ROWS_NOW - 9 * MINUTE, cause: "found-missing" }, null, "Lost for at least 3 min: gone while Stolos did not observe it."],
    [{ ...loss, cause: "group-deleted" }, null, "Lost for 3 min: its group was deleted."],
    [{ ...loss, cause: "deleted", planned: true }, null, "Gone for 3 min: a user or a program deleted its entry."],
    [null, ROWS_NOW - 5_000, "Gone for 5 s."],
    [null, null, "Gone."],
  ] as const)("has its cause and last state in the headline: %o", (ended, goneAt, line) => {
    const { lead, reason, rest } = goneEntryHeadline(ended, goneAt, "healthy", LIVE);
    expect([lead + reason, rest]).toEqual([line, "It was healthy when last seen."]);
  });

  it("that did not return in time has the time of the deletion in the second line", () => {
    expect(goneEntryHeadline(loss, null, "reconnecting", LIVE)).toEqual({
      lead: "Lost for 3 min",
      reason: ": disconnected, not back in time.",
      rest: "istiod deleted its entry at 04:13:12.",
    });
  });

  it("uses the past tense on a page that is not live", () => {
    expect(goneEntryHeadline({ ...loss, cause: "swept" }, null, "healthy", PAST).lead).toMatch(/^Had been lost for 3 min at /);
    expect(goneEntryHeadline(null, null, "healthy", PAST).lead).toMatch(/^Was gone at /);
  });

  it.each([
    ["left", false, "Check that the machine is up and reaches istiod."],
    ["swept", false, "Check that the machine is up and reaches istiod."],
    ["group-deleted", false, "Create group shop/checkout again."],
    ["removed", false, "Find out who deleted the entry, and why."],
    ["left", true, "Nothing: the machine is back."],
  ])("that %s has steps (back under another name: %s)", (cause, isBack, answer) => {
    const entry = anEntryRow();
    const found = lostMachineAdvice({ loss: { cause }, target: entryTarget(entry, null), group: "shop/checkout", isBack });
    expect(found.answer).toBe(answer);
    expect(found.steps.length > 0).toBe(!isBack);
  });

  it("names the services that lost it", () => {
    expect([lostByServicesText([], 0), lostByServicesText(["a.example"], 0)]).toEqual(["", "a.example lost this endpoint."]);
    expect(lostByServicesText(["a.example"], 2)).toBe("a.example and 2 more services lost this endpoint.");
  });
});

it.each([
  ["True", LIVE, "The last report is from 04:15:12: healthy. Stolos cannot confirm it."],
  ["False", LIVE, "The last report is from 04:15:12: failed. Stolos cannot confirm it."],
  ["Unknown", PAST, "The last report was from 04:15:12: Unknown. Stolos could not confirm it."],
])("states the last report %s of an unverified machine", (status, context, text) => {
  expect(lastReportText(status, ROWS_NOW - MINUTE, context)).toBe(text);
});
