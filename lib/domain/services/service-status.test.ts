import { describe, expect, it } from "vitest";
import type { Reason } from "@/lib/domain/selection/reasons";
import {
  compareServiceTrouble,
  type EndpointTally,
  machineShare,
  type NotSentKind,
  notSentOf,
  SERVICE_STATUSES,
  type ServiceStatus,
  serviceStatusOf,
  serviceTone,
} from "./service-status";

const machines = (taken: number, serving = taken, rest: Partial<NonNullable<EndpointTally["machines"]>> = {}) => ({
  taken,
  serving,
  ...{ inDoubt: 0, draining: 0, awaiting: 0, notOwned: 0, hostUnknown: 0, unreachable: 0, elsewhere: 0 },
  notChecked: 0,
  ...rest,
});
const pods = (taken: number, ready = taken) => ({ taken, ready });
const addresses = (taken: number, ready = taken, doubted = 0) => ({ taken, ready, doubted });
const NOBODY: EndpointTally = {
  machines: machines(0),
  absent: 0,
  pods: pods(0),
  inline: 0,
  written: 0,
  inlineInDoubt: 0,
  isClaimedTwice: false,
  notOwnedBecause: null,
  addresses: addresses(0),
  needsSlices: false,
  lostAll: false,
};

/** As `kind count/of lacks`, with `?` where Pods cannot be seen. */
function told(tally: Partial<EndpointTally>): string {
  const { kind, count, of, lacks, podsSeen } = serviceStatusOf({ ...NOBODY, written: tally.inline ?? 0, ...tally });
  return [kind, of > 0 ? `${count}/${of}` : "", lacks ?? "", podsSeen ? "" : "?"].filter((word) => word !== "").join(" ");
}

describe("the status of a host", () => {
  it.each<[claim: string, tally: Partial<EndpointTally>, status: string]>([
    ["all machines are lost", { machines: machines(22, 0) }, "nobody 22/22"],
    ["all machines are gone that were held, though none is registered any more", { absent: 22 }, "nobody 22/22"],
    ["no Pod is ready, and there is nobody else", { pods: pods(3, 0) }, "nobody 3/3"],
    ["all machines are lost, and Pods cannot be seen", { machines: machines(22, 0), pods: null }, "missing 22/22 machines ?"],
    ["all machines are lost, but a Pod answers", { machines: machines(22, 0), pods: pods(1) }, "missing 22/22 machines"],
    ["some machines do not serve", { machines: machines(37, 32), absent: 3, pods: pods(4) }, "missing 8/40 machines"],
    ["the EndpointSlices of a Service without a selector are not visible", { needsSlices: true, addresses: null }, "unknown"],
    ["a Service without a selector has no EndpointSlice", { needsSlices: true }, "takes-nobody"],
    ["all addresses are ready: no probe of istiod checks them", { needsSlices: true, addresses: addresses(3) }, "unchecked 3/3"],
    ["an address is not ready", { needsSlices: true, addresses: addresses(3, 2) }, "missing 1/3 addresses"],
    ["no address is ready", { needsSlices: true, addresses: addresses(3, 0) }, "nobody 3/3"],
    ["the Pod of the only address is not visible", { needsSlices: true, addresses: addresses(1, 0, 1) }, "unknown"],
    ["all machines are lost, and an address answers", { machines: machines(2, 0), addresses: addresses(1) }, "missing 2/2 machines"],
    ["all machines are lost, and EndpointSlices are not visible", { machines: machines(2, 0), addresses: null }, "missing 2/2 machines"],
    ["nothing is selected, and EndpointSlices are not visible", { addresses: null }, "unknown"],
    ["everybody serves, and EndpointSlices beside them are not visible", { machines: machines(64), addresses: null }, "serves"],
    ["another object has the host name of addresses", { addresses: addresses(2, 0), notOwnedBecause: "owner" }, "claimed-twice 2/2"],
    ["one that is in doubt is not missing", { machines: machines(4, 2, { inDoubt: 1 }) }, "missing 1/4 machines"],
    ["Pods are not ready", { machines: machines(4), pods: pods(6, 4) }, "missing 2/6 pods"],
    ["machines and Pods are missing", { machines: machines(40, 32), pods: pods(6, 4) }, "missing 10/46 both"],
    ["more serve than were declared", { machines: machines(5), absent: 0 }, "serves"],
    ["nobody can vouch for two", { machines: machines(20, 18, { inDoubt: 2 }) }, "unverified 2/20"],
    ["one is drained: nobody misses it", { machines: machines(12, 11, { draining: 1 }) }, "draining 1/12"],
    ["one awaits its first probe", { machines: machines(12, 11, { awaiting: 1 }) }, "awaiting 1/12"],
    ["what awaits is said before what drains: it may yet fail", { machines: machines(12, 9, { awaiting: 1, draining: 2 }) }, "awaiting 1/12"],
    ["one fails beside one that drains and one that awaits", { machines: machines(12, 9, { draining: 1, awaiting: 1 }) }, "missing 1/12 machines"],
    ["what nobody vouches for comes before what drains", { machines: machines(12, 10, { draining: 1, inDoubt: 1 }) }, "unverified 1/12"],
    ["all of them drain: callers get errors all the same", { machines: machines(3, 0, { draining: 3 }) }, "nobody 3/3"],
    ["all of them drain, and Pods answer", { machines: machines(3, 0, { draining: 3 }), pods: pods(4) }, "draining 3/3"],
    ["all of them drain, and Pods cannot be seen", { machines: machines(3, 0, { draining: 3 }), pods: null }, "draining 3/3 ?"],
    ["a host that is claimed twice stays so while one drains", { machines: machines(12, 11, { draining: 1 }), isClaimedTwice: true }, "claimed-twice"],
    ["another object defines it too", { machines: machines(12), isClaimedTwice: true }, "claimed-twice"],
    ["who is missing comes before who else claims it", { machines: machines(12, 11), isClaimedTwice: true }, "missing 1/12 machines"],
    ["written endpoints are not checked", { inline: 6 }, "unchecked 6/6"],
    ["some machines are not checked", { machines: machines(12, 12, { notChecked: 3 }), pods: pods(2) }, "unchecked 3/14"],
    [
      "another object has the host name: its machines are not missing",
      { machines: machines(3, 0, { notOwned: 3 }), notOwnedBecause: "owner" },
      "claimed-twice 3/3",
    ],
    ["another object has the host name for a written endpoint", { inline: 0, written: 1, notOwnedBecause: "owner", isClaimedTwice: true }, "claimed-twice 1/1"],
    ["a port of some machines is lost to another object", { machines: machines(4, 3, { notOwned: 1 }), isClaimedTwice: true }, "claimed-twice 1/4"],
    ["one fails beside those whose port is lost", { machines: machines(4, 2, { notOwned: 1 }), isClaimedTwice: true }, "missing 1/4 machines"],
    ["no namespace may call it", { machines: machines(3, 0, { hostUnknown: 3 }), notOwnedBecause: "nobody" }, "no-caller"],
    ["no path leads to two machines", { machines: machines(4, 2, { unreachable: 2 }) }, "missing 2/4 machines"],
    ["no path leads to any machine", { machines: machines(4, 0, { unreachable: 4 }) }, "nobody 4/4"],
    ["distribute sends this caller to other localities only", { machines: machines(4, 0, { elsewhere: 4 }) }, "serves"],
    ["no written endpoint is sent", { inline: 0, written: 2 }, "nobody"],
    ["everybody serves", { machines: machines(64), pods: pods(18) }, "serves"],
    ["all machines serve, and Pods cannot be seen", { machines: machines(64), pods: null }, "serves ?"],
    ["Pods alone answer", { pods: pods(18) }, "serves"],
    ["it takes nobody", {}, "takes-nobody"],
    ["nothing is selected, and a machine was before: a typo in the selector", { lostAll: true }, "nobody"],
    ["nothing was selected on a past page, and a machine was before", { lostAll: true, pods: null, addresses: null }, "nobody"],
    ["all machines are lost on a past page, and Pods were none then", { machines: machines(22, 0), pods: null, lostAll: true }, "nobody 22/22"],
    ["a machine was selected before, and another object has the host name", { lostAll: true, notOwnedBecause: "owner" }, "takes-nobody"],
    ["a machine was selected before, and no namespace may call it", { lostAll: true, notOwnedBecause: "nobody" }, "takes-nobody"],
    ["a machine was selected before, and a Pod answers now", { lostAll: true, pods: pods(1) }, "serves"],
    ["a machine was selected before, and machines cannot be seen", { lostAll: true, machines: null }, "unknown"],
    ["a host that takes nobody is nothing to fight about", { isClaimedTwice: true }, "takes-nobody"],
    ["it takes no machine, and Pods cannot be seen", { pods: null }, "unknown ?"],
    ["machines cannot be seen", { machines: null, pods: pods(4) }, "unknown"],
  ])("%s", (_claim, tally, status) => {
    expect(told(tally)).toBe(status);
  });
});

describe("the share of machines by weight", () => {
  it.each([
    ["machines alone", { machines: 12, pods: 0, inline: 0 }, 1],
    ["Pods beside them", { machines: 3, pods: 1, inline: 0 }, 0.75],
    ["written endpoints beside them", { machines: 1, pods: 0, inline: 3 }, 0.25],
    ["Pods alone: the move is over", { machines: 0, pods: 6, inline: 0 }, 0],
    ["nobody", { machines: 0, pods: 0, inline: 0 }, null],
    ["Pods that cannot be seen", { machines: 12, pods: null, inline: 0 }, null],
    ["machines that cannot be seen", { machines: null, pods: 4, inline: 0 }, null],
  ])("%s", (_claim, weights, share) => {
    expect(machineShare(weights)).toBe(share);
  });
});

const status = (kind: ServiceStatus["kind"], count = 0, of = 0, lacks: ServiceStatus["lacks"] = null): ServiceStatus => ({
  kind,
  count,
  of,
  lacks,
  podsSeen: true,
});

describe("the order of hosts by harm", () => {
  it("puts those with nobody left first, and follows the statuses from there", () => {
    const shuffled = [...SERVICE_STATUSES].reverse().map((kind) => status(kind, 1, 2));
    expect(shuffled.sort(compareServiceTrouble).map(({ kind }) => kind)).toEqual(SERVICE_STATUSES);
  });

  it.each<[claim: string, first: ServiceStatus, second: ServiceStatus]>([
    ["one with nobody left, however small", status("nobody", 1, 1), status("missing", 400, 500, "machines")],
    ["the larger of two with nobody left", status("nobody", 22, 22), status("nobody", 3, 3)],
    ["eight of ten before ten of ten thousand", status("missing", 8, 10, "machines"), status("missing", 10, 10_000, "machines")],
    ["machines before Pods", status("missing", 1, 50, "machines"), status("missing", 5, 6, "pods")],
    ["Pods before what nobody vouches for", status("missing", 1, 6, "pods"), status("unverified", 9, 9)],
    ["more in doubt before fewer", status("unverified", 5, 9), status("unverified", 2, 9)],
  ])("%s", (_claim, first, second) => {
    expect(compareServiceTrouble(first, second)).toBeLessThan(0);
    expect(compareServiceTrouble(second, first)).toBeGreaterThan(0);
  });

  it("leaves those that are equally well in the order that names give them", () => {
    expect(compareServiceTrouble(status("serves"), status("serves"))).toBe(0);
  });
});

const sound = { lacks: null, podsSeen: true } as const;

describe("the tone of a host", () => {
  it("is green for one that everybody serves, live and in sight, and for no other", () => {
    expect(SERVICE_STATUSES.filter((kind) => serviceTone({ ...sound, kind }, { kind: "live" }) === "good")).toEqual(["serves"]);
    expect(serviceTone({ ...sound, kind: "serves", podsSeen: false }, { kind: "live" })).toBe("blind");
    expect(serviceTone({ ...sound, kind: "serves" }, { kind: "live", notVerified: { source: "istiod-pods", namespace: "*" } })).toBe("blind");
  });

  it.each(["starting", "catching-up", "stale", "denied", "absent", "past"] as const)(
    "is never green while its source is %s, and trouble keeps its colour",
    (kind) => {
      expect(SERVICE_STATUSES.map((status) => serviceTone({ ...sound, kind: status }, { kind }))).not.toContain("good");
      expect(serviceTone({ ...sound, kind: "nobody" }, { kind })).toBe("bad");
    },
  );

  it("is a warning where Pods alone are missing", () => {
    expect(serviceTone({ kind: "missing", lacks: "pods", podsSeen: true }, { kind: "live" })).toBe("warn");
    expect(serviceTone({ kind: "missing", lacks: "both", podsSeen: true }, { kind: "live" })).toBe("bad");
  });
});

const unhealthy: Reason = { code: "unhealthy", status: "False", message: "503" };
const awaiting: Reason = { code: "awaiting-first-probe" };
const draining: Reason = { code: "draining", value: "1" };

it.each<[claim: string, reasons: readonly Reason[], kind: NotSentKind]>([
  ["it fails its probe", [unhealthy], "failing"],
  ["somebody drains it", [draining], "draining"],
  ["its first probe has not come yet", [awaiting], "awaiting"],
  ["it fails and drains: the label hides it, but does not mend it", [unhealthy, draining], "failing"],
  ["it drains before its first probe came", [awaiting, draining], "draining"],
  ["it has neither an address nor a network", [], "failing"],
])("%s", (_claim, reasons, kind) => {
  expect(notSentOf(reasons)).toBe(kind);
});
