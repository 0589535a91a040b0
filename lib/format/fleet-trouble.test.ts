import { describe, expect, it } from "vitest";
import type { FleetTrouble, FleetWorstGroup, QuietTrouble } from "@/lib/domain/statements/fleet-trouble";
import type { Tone } from "@/lib/domain/verdict/freshness";
import { fleetQuietLineParts, fleetTroubleText } from "./fleet-trouble";
import type { TextContext } from "./text/tense";

const NOW = Date.UTC(2026, 10, 21, 13, 40, 0);
const AT = NOW - 4 * 60_000;
const live: TextContext = { tense: { past: false }, now: NOW, zone: "utc" };
const past: TextContext = { ...live, tense: { past: true, at: "at 13:38:00", moment: NOW - 120_000 } };
const kept: TextContext = { ...live, isKept: true };
const several: TextContext = { ...live, severalClusters: true };

const group = (change: Partial<FleetWorstGroup>): FleetWorstGroup => ({
  ...{ kind: "fleet-worst-group", cluster: "prod-eu", namespace: "shop", group: "checkout", isNameUnique: true, number: 6, total: 48 },
  ...{ lost: 0, missing: 0, reconnecting: 0, starting: 0, risen: null, isFirst: false, message: "", common: [], unreadable: false },
  ...{ since: AT, sinceAtLeast: false },
  ...change,
});
const failed = group({ unhealthy: 6, message: "connection refused", common: ["version v41"] });
const machine: Extract<FleetTrouble, { readonly kind: "fleet-worst-machine" }> = {
  ...{ kind: "fleet-worst-machine", cluster: "prod-eu", namespace: "shop", machine: "pay-3", word: "unhealthy", message: "connection refused" },
  ...{ since: NOW - 30_000, sinceAtLeast: false },
};
const service: Extract<FleetTrouble, { readonly kind: "service-without-endpoint" }> = {
  ...{ kind: "service-without-endpoint", cluster: "prod-eu", namespace: "identity", service: "radius", object: "ServiceEntry", host: "radius.example" },
  ...{ since: AT, sinceAtLeast: false },
};
const gone = { kind: "istiod-gone", cluster: "prod-eu", unverified: 1_207, since: AT, sinceAtLeast: false } as const;
const lost: Extract<FleetTrouble, { readonly kind: "fleet-lost" }> = {
  ...{ kind: "fleet-lost", lost: 40, groups: 9, trait: "zone", value: "eu-central-1c", sharedBy: 40, sharedOf: 40, recorded: 40, from: AT, to: AT },
};
const deleted: Extract<FleetTrouble, { readonly kind: "group-deleted" }> = {
  ...{ kind: "group-deleted", cluster: "prod-eu", namespace: "shop", group: "checkout", machines: 48, since: AT, sinceAtLeast: false },
};
const failing = { kind: "fleet-failing", failing: 20, groups: 4, trait: "network", value: "vpc-2", sharedBy: 20, sharedOf: 22 } as const;

describe("the second line of the fleet's headline", () => {
  const cases: readonly [text: string, trouble: FleetTrouble, context: TextContext, tone: Tone][] = [
    ["6 of 48 [checkout] machines failed 4 min ago, all of version v41: connection refused.", failed, live, "bad"],
    ["6 of 48 [checkout] machines failed at 13:36:00, all of version v41: connection refused.", failed, past, "bad"],
    ["6 of 48 [checkout] machines failed at 13:36:00, all of version v41: connection refused.", failed, kept, "bad"],
    [
      "6 of 48 [checkout] machines failed 4 min ago: connection refused.",
      group({ unhealthy: 6, message: 'Get "http://10.0.0.1:8080/healthz": dial tcp 10.0.0.1:8080: connect: connection refused' }),
      live,
      "bad",
    ],
    [
      `6 of 48 [checkout] machines failed 4 min ago: ${"x".repeat(40)}…${"y".repeat(40)}.`,
      group({ unhealthy: 6, message: `${"x".repeat(100)}${"y".repeat(100)}` }),
      live,
      "bad",
    ],
    ["6 of 48 [checkout] machines in prod-eu failed 4 min ago.", group({ unhealthy: 6 }), several, "bad"],
    ["6 of 48 [shop/checkout] machines failed 4 min ago.", group({ unhealthy: 6, isNameUnique: false }), live, "bad"],
    ["6 of 48 [checkout] machines failed, 2 of them 4 min ago.", group({ unhealthy: 6, risen: 2 }), live, "bad"],
    ["6 of 48 [checkout] machines failed before 13:36:00.", group({ unhealthy: 6, sinceAtLeast: true }), live, "bad"],
    ["6 of 48 [checkout] machines failed.", group({ unhealthy: 6, since: null }), live, "bad"],
    ["Group [shop/checkout] was deleted 4 min ago, with its 48 machines.", deleted, live, "bad"],
    ["Group [shop/checkout] in prod-eu was deleted 4 min ago, with its 48 machines.", deleted, several, "bad"],
    ["Group [shop/checkout] was deleted at 13:36:00, with its 48 machines.", deleted, past, "bad"],
    ["Group [shop/checkout] was deleted before 13:36:00, with its 1 machine.", { ...deleted, machines: 1, sinceAtLeast: true }, live, "bad"],
    ["Group [shop/checkout] was deleted, with its 48 machines.", { ...deleted, since: null }, live, "bad"],
    [
      "6 of 48 [checkout] machines failed 4 min ago, all in zone a and held by replica b (cannot tell which).",
      group({ unhealthy: 6, common: ["zone a", "replica b"] }),
      live,
      "bad",
    ],
    ["2 of 3 [machines of no group] in legacy were lost 4 min ago.", group({ group: "", namespace: "legacy", number: 2, total: 3, lost: 2 }), live, "bad"],
    ["1 of 1 [checkout] machine is missing.", group({ number: 1, total: 1, missing: 1, since: null }), live, "bad"],
    ["2 of 48 [checkout] machines are unverified for 4 min.", group({ number: 2, unverified: 2 }), live, "blind"],
    [
      "12 of 48 [checkout] machines are unverified, 2 of them for at least 4 min.",
      group({ number: 12, unverified: 12, risen: 2, sinceAtLeast: true }),
      live,
      "blind",
    ],
    ["2 of 48 [checkout] machines reconnect at once for 4 min.", group({ number: 2, reconnecting: 2 }), live, "idle"],
    [
      "8 of 48 [checkout] machines are in trouble: 5 failed, 2 lost and 1 unverified, the last 4 min ago.",
      group({ number: 8, unhealthy: 5, lost: 2, unverified: 1 }),
      live,
      "bad",
    ],
    ["[checkout] is unreadable.", group({ number: 0, unreadable: true }), live, "blind"],
    ["[shop/pay-3] failed 30 s ago: connection refused.", machine, live, "bad"],
    ["[shop/pay-3] was unverified since 13:39:30.", { ...machine, word: "unverified", message: "" }, past, "blind"],
    ["[radius.identity] has no endpoint since 13:36:00.", service, live, "bad"],
    ["[prod-eu: radius.identity] has no endpoint.", { ...service, since: null }, several, "bad"],
    ["[radius.identity] had no endpoint at 13:38:00, since 13:36:00 or before.", { ...service, sinceAtLeast: true }, past, "bad"],
    ["[istiod] has been gone for 4 min. Callers keep their last endpoints.", gone, live, "bad"],
    ["[istiod] has been gone for at least 4 min. Callers keep their last endpoints.", { ...gone, sinceAtLeast: true }, live, "bad"],
    ["[istiod] in prod-eu is gone. Callers keep their last endpoints.", { ...gone, since: null }, several, "bad"],
    ["[istiod] has been gone since 13:36:00. Callers keep their last endpoints.", gone, kept, "bad"],
    ["[istiod] was gone since 13:36:00. Callers kept their last endpoints.", gone, past, "bad"],
    ["[istiod] was gone since 13:36:00 or before. Callers kept their last endpoints.", { ...gone, sinceAtLeast: true }, past, "bad"],
    ["[istiod] was gone. Callers kept their last endpoints.", { ...gone, since: null }, past, "bad"],
    ["Zone eu-central-1c: [40 machines] of 9 groups were lost at once at 13:36:00.", lost, live, "bad"],
    [
      "[41 machines] of 9 groups were lost. 40 of the 41 losses of a day are in zone eu-central-1c.",
      { ...lost, lost: 41, sharedOf: 41, recorded: 0 },
      live,
      "bad",
    ],
    ["Network vpc-2: [20] of its 22 machines fail, in 4 groups.", failing, live, "bad"],
    ["Network vpc-2: [19] of its 22 machines failed, and 1 elsewhere.", { ...failing, sharedBy: 19 }, past, "bad"],
    [
      "12 machines are [unverified] since the rollout at 13:36:00.",
      { kind: "unverified-since-rollout", cluster: "prod-eu", unverified: 12, since: AT },
      live,
      "blind",
    ],
    ["[Stolos cannot verify them]: no permission to read Pods in istio-system.", { kind: "not-verified", namespace: "istio-system" }, live, "blind"],
    ["All trouble is older than 24 h.[]", { kind: "no-new-trouble", withinMs: 86_400_000 }, live, "idle"],
  ];
  it.each(cases)("has the sentence: %s", (text, trouble, context, tone) => {
    const { before, loud, after, tone: of } = fleetTroubleText(trouble, context);
    expect([`${before}[${loud}]${after}`, of]).toEqual([text, tone]);
  });
});

describe("the line below the fleet's headline", () => {
  const rollout = { kind: "fleet-rollout", cluster: "prod-eu", ended: 3, started: 3, since: AT, version: "1.31.1", waiting: 12 } as const;
  const old = {
    kind: "long-running",
    cluster: "prod-eu",
    namespace: "legacy",
    group: "oracle-rac",
    number: 4,
    total: 12,
    since: NOW - 9 * 86_400_000,
    isNameUnique: true,
    more: 0,
    morePlaces: 0,
  } as const;
  it.each<readonly [text: string, QuietTrouble, TextContext]>([
    ["rollout of istiod to 1.31.1: 12 machines still to reconnect", rollout, live],
    ["rollout of istiod in prod-eu: 1 machine still to reconnect", { ...rollout, version: "", waiting: 1 }, several],
    ["oracle-rac, 4 of 12 for 9 d", old, live],
    ["oracle-rac, 4 of 12 since 12 Nov 13:40:00 and 2 more groups with old trouble", { ...old, more: 2 }, kept],
    ["oracle-rac, 4 of 12 for 9 d and machines of no group in 1 more namespace with old trouble", { ...old, morePlaces: 1 }, live],
    ["legacy/oracle-rac in prod-eu, 4 of 12 for 9 d and 1 more group with old trouble", { ...old, isNameUnique: false, more: 1 }, several],
    ["legacy, no group, 4 of 12", { ...old, group: "", since: null }, live],
    ["machines are not verified: no permission to read Pods in istio-system", { kind: "not-verified", namespace: "istio-system" }, live],
    ["the history is paused since 13:36:00", { kind: "history-paused", since: AT }, live],
    ["the history is off", { kind: "history-paused", since: null }, live],
  ])("reads: %s", (text, trouble, context) => {
    expect(fleetQuietLineParts([trouble], context).map((part) => part.text)).toEqual([text]);
  });
});
