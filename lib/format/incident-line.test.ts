import { describe, expect, it } from "vitest";
import type { IncidentLine, IncidentOfGroups, IncidentRecovering } from "@/lib/domain/statements/fleet-incidents";
import type { Tone } from "@/lib/domain/verdict/freshness";
import { incidentLineText, moreIncidentsText } from "./incident-line";
import type { TextContext } from "./text/tense";

const NOW = Date.UTC(2026, 10, 21, 13, 40, 0);
const AT = NOW - 2 * 60_000;
const live: TextContext = { tense: { past: false }, now: NOW, zone: "utc" };
const past: TextContext = { ...live, tense: { past: true, at: "at 13:39:00", moment: NOW - 60_000 } };
const kept: TextContext = { ...live, isKept: true };
const several: TextContext = { ...live, severalClusters: true };

const INCIDENT = { incident: "q7fd", withoutEndpoint: 0, firstWithoutEndpoint: "", cluster: "prod-eu" } as const;
type Trouble = IncidentLine["trouble"];

const outage = (change: Partial<IncidentOfGroups & { readonly withoutEndpoint: number; readonly firstWithoutEndpoint: string }> = {}): Trouble => ({
  ...INCIDENT,
  ...{ kind: "incident-of-groups", cause: "trait", traits: ["zone"], values: ["eu-central-1c"], groups: 9, failed: 0, lost: 40, unverified: 6 },
  ...{ isFirst: false, message: "", worstNamespace: "logistics", worstGroup: "tracking", worstNumber: 11, worstTotal: 110, isWorstNameUnique: true },
  ...{ since: AT, sinceAtLeast: false },
  ...change,
});
const recovering = (change: Partial<IncidentRecovering> = {}): Trouble => ({
  ...INCIDENT,
  ...{ kind: "incident-recovering", back: 30, machines: 46, trait: "zone", value: "eu-central-1c", namespace: "", group: "", isNameUnique: false },
  ...{ groups: 9, machine: "", service: "", services: 0 },
  ...change,
});
const NO_TRAIT = { traits: [], values: [] } as const;
const deleted: Trouble = { ...INCIDENT, kind: "namespace-deleted", namespace: "shop", machines: 48, since: AT, sinceAtLeast: false };
const ended: Trouble = { kind: "last-incident-ended", at: NOW - 3 * 3_600_000 };
const none = (hours: number): Trouble => ({ kind: "no-incident", since: NOW - hours * 3_600_000 });
const machine: Trouble = {
  ...{ ...INCIDENT, kind: "fleet-worst-machine", namespace: "shop", machine: "pay-3", word: "lost", message: "" },
  ...{ since: AT, sinceAtLeast: false },
};
const group: Trouble = {
  ...{ ...INCIDENT, kind: "fleet-worst-group", namespace: "shop", group: "checkout", isNameUnique: true, number: 6, total: 48, unhealthy: 6 },
  ...{ lost: 0, missing: 0, reconnecting: 0, starting: 0, risen: null, isFirst: true, message: "", common: [], unreadable: false },
  ...{ since: AT, sinceAtLeast: false },
};

describe("the line about an incident", () => {
  const cases: readonly [text: string, trouble: Trouble, context: TextContext, tone: Tone][] = [
    ["eu-central-1c: [40 machines] of 9 groups lost 2 min ago, 6 unverified. Worst: tracking, 11 of 110.", outage(), live, "bad"],
    ["eu-central-1c: [40 machines] of 9 groups lost at 13:38:00, 6 unverified. Worst: tracking, 11 of 110.", outage(), past, "bad"],
    ["eu-central-1c: [40 machines] of 9 groups lost at 13:38:00, 6 unverified. Worst: tracking, 11 of 110.", outage(), kept, "bad"],
    ["eu-central-1c: [40 machines] of 9 groups in prod-eu lost 2 min ago, 6 unverified. Worst: tracking, 11 of 110.", outage(), several, "bad"],
    ["eu-central-1c: [40 machines] of 9 groups lost before 13:38:00.", outage({ unverified: 0, worstNumber: 0, sinceAtLeast: true }), live, "bad"],
    ["eu-central-1c: [40 machines] of 9 groups lost, the first 2 min ago.", outage({ unverified: 0, worstNumber: 0, isFirst: true }), live, "bad"],
    ["eu-central-1c: [40 machines] of 9 groups lost.", outage({ unverified: 0, worstNumber: 0, since: null }), live, "bad"],
    [
      "eu-central-1c: [40 machines] of 9 groups lost 2 min ago. Worst: logistics/tracking, 11.",
      outage({ unverified: 0, worstTotal: null, isWorstNameUnique: false }),
      live,
      "bad",
    ],
    [
      "Network vpc-2: [20 machines] of 4 groups failed 2 min ago: connection refused.",
      outage({ traits: ["network"], values: ["vpc-2"], groups: 4, failed: 20, lost: 0, unverified: 0, message: "connection refused", worstNumber: 0 }),
      live,
      "bad",
    ],
    [
      "Network vpc-2: [20 machines] of 4 groups failed 2 min ago, 3 lost.",
      outage({ traits: ["network"], values: ["vpc-2"], groups: 4, failed: 20, lost: 3, unverified: 0, message: "connection refused", worstNumber: 0 }),
      live,
      "bad",
    ],
    [
      "zone-a or network vpc-2 (cannot tell which): [40 machines] of 9 groups lost 2 min ago.",
      outage({ traits: ["zone", "network"], values: ["zone-a", "vpc-2"], unverified: 0, worstNumber: 0 }),
      live,
      "bad",
    ],
    [
      "Replica istiod-a: [6 machines] of 2 groups unverified for 2 min.",
      outage({ cause: "replica-gone", traits: ["replica"], values: ["istiod-a"], groups: 2, lost: 0, worstNumber: 0 }),
      live,
      "blind",
    ],
    [
      "An istiod replica is gone: [6 machines] of 2 groups unverified for 2 min.",
      outage({ cause: "replica-gone", ...NO_TRAIT, groups: 2, lost: 0, worstNumber: 0 }),
      live,
      "blind",
    ],
    [
      "Clock skew of an istiod replica: [12 machines] of 2 groups lost 2 min ago.",
      outage({ cause: "clock-skew", lost: 12, groups: 2, unverified: 0, worstNumber: 0 }),
      live,
      "bad",
    ],
    [
      "Deleted groups: [12 machines] of 2 groups lost 2 min ago.",
      outage({ cause: "group-deleted", lost: 12, groups: 2, unverified: 0, worstNumber: 0 }),
      live,
      "bad",
    ],
    [
      "Left healthy: [12 machines] of 2 groups lost 2 min ago.",
      outage({ cause: "left-healthy", lost: 12, groups: 2, unverified: 0, worstNumber: 0 }),
      live,
      "bad",
    ],
    [
      "[2 machines] of no group failed 2 min ago.",
      outage({ cause: "time-only", ...NO_TRAIT, groups: 0, failed: 2, lost: 0, unverified: 0, worstNumber: 0 }),
      live,
      "bad",
    ],
    [
      "eu-central-1c: [40 machines] of 9 groups lost 2 min ago. radius.identity has no endpoint.",
      outage({ unverified: 0, worstNumber: 0, withoutEndpoint: 1, firstWithoutEndpoint: "radius.identity" }),
      live,
      "bad",
    ],
    [
      "eu-central-1c: [40 machines] of 9 groups lost at 13:38:00. radius.identity and 2 more services had no endpoint.",
      outage({ unverified: 0, worstNumber: 0, withoutEndpoint: 3, firstWithoutEndpoint: "radius.identity" }),
      past,
      "bad",
    ],
    ["Recovering: [30 of 46] machines of eu-central-1c are back.", recovering(), live, "warn"],
    ["Recovering: [30 of 46] machines of eu-central-1c in prod-eu are back.", recovering(), several, "warn"],
    ["Recovering: [1 of 46] machines of network vpc-2 was back.", recovering({ back: 1, trait: "network", value: "vpc-2" }), past, "warn"],
    [
      "Recovering: [4 of 6] machines of checkout are back.",
      recovering({ trait: "", back: 4, machines: 6, group: "checkout", isNameUnique: true }),
      live,
      "warn",
    ],
    [
      "Recovering: [4 of 6] machines of shop/checkout are back.",
      recovering({ trait: "", back: 4, machines: 6, namespace: "shop", group: "checkout" }),
      live,
      "warn",
    ],
    ["Recovering: [4 of 6] machines of 9 groups are back.", recovering({ trait: "", back: 4, machines: 6 }), live, "warn"],
    ["Recovering: [1 of 2] machines of no group is back.", recovering({ trait: "", back: 1, machines: 2, groups: 0 }), live, "warn"],
    ["Recovering: [shop/pay-3] is back.", recovering({ trait: "", back: 1, machines: 1, machine: "shop/pay-3" }), live, "warn"],
    [
      "Recovering: [radius.identity] has endpoints again.",
      recovering({ trait: "", back: 0, machines: 0, service: "radius.identity", services: 1 }),
      live,
      "warn",
    ],
    ["Recovering: [2 services] have endpoints again.", recovering({ trait: "", back: 0, machines: 0, service: "radius.identity", services: 2 }), live, "warn"],
    ["Namespace [shop] was deleted 2 min ago, with its 48 machines.", deleted, live, "bad"],
    ["Namespace [shop] in prod-eu was deleted before 13:38:00, with its 48 machines.", { ...deleted, sinceAtLeast: true }, several, "bad"],
    ["Last incident ended 3 h ago.[]", ended, live, "idle"],
    ["Last incident ended at 10:40:00.[]", ended, past, "idle"],
    ["Last incident ended at 10:40:00.[]", ended, kept, "idle"],
    ["No incident recorded in 24 h.[]", none(30), live, "idle"],
    ["No incident recorded in 3 h.[]", none(3), live, "idle"],
    ["No incident recorded since 10:40:00.[]", none(3), past, "idle"],
    ["No incident recorded since 10:40:00.[]", none(3), kept, "idle"],
    ["[shop/pay-3] was lost 2 min ago.", machine, live, "bad"],
    ["6 of 48 [checkout] machines failed, the first 2 min ago.", group, live, "bad"],
    ["8 of 48 [checkout] machines are in trouble: 6 failed and 2 lost, the first 2 min ago.", { ...group, number: 8, lost: 2 }, live, "bad"],
  ];
  it.each(cases)("reads: %s", (text, trouble, context, tone) => {
    const { before, loud, after, detail, tone: of } = incidentLineText(trouble, context);
    expect([[`${before}[${loud}]${after}`, detail].filter((part) => part !== "").join(" "), of]).toEqual([text, tone]);
  });

  it("counts further incidents", () => {
    expect([1, 12].map((number) => moreIncidentsText({ kind: "more-incidents", number }, group))).toEqual(["1 more incident", "12 more incidents"]);
  });

  it("counts all incidents if the trouble before them is none", () => {
    const missing: Trouble = {
      kind: "fleet-worst-machine",
      cluster: "prod-eu",
      namespace: "shop",
      machine: "pay-3",
      word: "lost",
      message: "",
      since: AT,
      sinceAtLeast: false,
    };
    expect(moreIncidentsText({ kind: "more-incidents", number: 4 }, missing)).toBe("4 incidents");
  });
});
