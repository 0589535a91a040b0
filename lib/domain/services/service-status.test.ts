import { describe, expect, it } from "vitest";
import type { ExclusionReason } from "@/lib/domain/selection/reasons";
import {
  compareServiceTrouble,
  type EndpointTally,
  machineWeightShare,
  type NotSentKind,
  notSentKindOfMachine,
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

/** Formats a status as `kind count/of lacks`; `?` = Pods are not visible. */
function told(tally: Partial<EndpointTally>): string {
  const { kind, count, of, lacks, podsSeen } = serviceStatusOf({ ...NOBODY, written: tally.inline ?? 0, ...tally });
  return [kind, of > 0 ? `${count}/${of}` : "", lacks ?? "", podsSeen ? "" : "?"].filter((word) => word !== "").join(" ");
}

describe("the status of a service", () => {
  it.each<[claim: string, tally: Partial<EndpointTally>, status: string]>([
    ["is 'nobody' if all machines are lost", { machines: machines(22, 0) }, "nobody 22/22"],
    ["is 'nobody' if all machines are lost, and none is registered any more", { absent: 22 }, "nobody 22/22"],
    ["is 'nobody' if no Pod is ready, and there is no other endpoint", { pods: pods(3, 0) }, "nobody 3/3"],
    ["is 'missing' if all machines are lost, and Pods are not visible", { machines: machines(22, 0), pods: null }, "missing 22/22 machines ?"],
    ["is 'missing' if all machines are lost, but a Pod is ready", { machines: machines(22, 0), pods: pods(1) }, "missing 22/22 machines"],
    ["is 'missing' if some machines are not serving", { machines: machines(37, 32), absent: 3, pods: pods(4) }, "missing 8/40 machines"],
    ["is 'unknown' if the EndpointSlices of a Service without a selector are not visible", { needsSlices: true, addresses: null }, "unknown"],
    ["is 'takes-nobody' if a Service without a selector has no EndpointSlice", { needsSlices: true }, "takes-nobody"],
    ["is 'unchecked' if all addresses are ready, because no probe of istiod checks them", { needsSlices: true, addresses: addresses(3) }, "unchecked 3/3"],
    ["is 'missing' if an address is not ready", { needsSlices: true, addresses: addresses(3, 2) }, "missing 1/3 addresses"],
    ["is 'nobody' if no address is ready", { needsSlices: true, addresses: addresses(3, 0) }, "nobody 3/3"],
    ["is 'unknown' if the Pod of the only address is not visible", { needsSlices: true, addresses: addresses(1, 0, 1) }, "unknown"],
    ["is 'missing' if all machines are lost, and an address is ready", { machines: machines(2, 0), addresses: addresses(1) }, "missing 2/2 machines"],
    ["is 'missing' if all machines are lost, and EndpointSlices are not visible", { machines: machines(2, 0), addresses: null }, "missing 2/2 machines"],
    ["is 'unknown' if nothing is selected, and EndpointSlices are not visible", { addresses: null }, "unknown"],
    ["is 'serves' if all machines are serving, and EndpointSlices are not visible", { machines: machines(64), addresses: null }, "serves"],
    [
      "is 'claimed-twice' if another object defines the host name of its addresses",
      { addresses: addresses(2, 0), notOwnedBecause: "owner" },
      "claimed-twice 2/2",
    ],
    ["does not count an unverified machine as missing", { machines: machines(4, 2, { inDoubt: 1 }) }, "missing 1/4 machines"],
    ["is 'missing' if Pods are not ready", { machines: machines(4), pods: pods(6, 4) }, "missing 2/6 pods"],
    ["is 'missing' if machines are lost and Pods are not ready", { machines: machines(40, 32), pods: pods(6, 4) }, "missing 10/46 both"],
    ["is 'serves' if more machines are serving than declared", { machines: machines(5), absent: 0 }, "serves"],
    ["is 'unverified' if two machines are unverified", { machines: machines(20, 18, { inDoubt: 2 }) }, "unverified 2/20"],
    ["is 'draining', not 'missing', if a machine is draining", { machines: machines(12, 11, { draining: 1 }) }, "draining 1/12"],
    ["is 'awaiting' if a machine waits for its first health report", { machines: machines(12, 11, { awaiting: 1 }) }, "awaiting 1/12"],
    [
      "is 'awaiting' if machines wait and drain, because a waiting machine may still fail",
      { machines: machines(12, 9, { awaiting: 1, draining: 2 }) },
      "awaiting 1/12",
    ],
    [
      "is 'missing' if a machine fails, another drains and a third one waits",
      { machines: machines(12, 9, { draining: 1, awaiting: 1 }) },
      "missing 1/12 machines",
    ],
    ["is 'unverified' if a machine is unverified and another one drains", { machines: machines(12, 10, { draining: 1, inDoubt: 1 }) }, "unverified 1/12"],
    ["is 'nobody' if all machines drain, because callers get errors", { machines: machines(3, 0, { draining: 3 }) }, "nobody 3/3"],
    ["is 'draining' if all machines drain, and Pods are ready", { machines: machines(3, 0, { draining: 3 }), pods: pods(4) }, "draining 3/3"],
    ["is 'draining' if all machines drain, and Pods are not visible", { machines: machines(3, 0, { draining: 3 }), pods: null }, "draining 3/3 ?"],
    [
      "is 'claimed-twice' if another object defines the host name, and a machine drains",
      { machines: machines(12, 11, { draining: 1 }), isClaimedTwice: true },
      "claimed-twice",
    ],
    ["is 'claimed-twice' if another object defines the host name", { machines: machines(12), isClaimedTwice: true }, "claimed-twice"],
    [
      "is 'missing' if a machine is lost, and another object defines the host name",
      { machines: machines(12, 11), isClaimedTwice: true },
      "missing 1/12 machines",
    ],
    ["is 'unchecked' if its endpoints are inline", { inline: 6 }, "unchecked 6/6"],
    ["is 'unchecked' if some machines have no health check", { machines: machines(12, 12, { notChecked: 3 }), pods: pods(2) }, "unchecked 3/14"],
    [
      "is 'claimed-twice' if another object has the host name, and its machines do not count as missing",
      { machines: machines(3, 0, { notOwned: 3 }), notOwnedBecause: "owner" },
      "claimed-twice 3/3",
    ],
    [
      "is 'claimed-twice' if another object has the host name of an inline endpoint",
      { inline: 0, written: 1, notOwnedBecause: "owner", isClaimedTwice: true },
      "claimed-twice 1/1",
    ],
    [
      "is 'claimed-twice' if another object has a port of some machines",
      { machines: machines(4, 3, { notOwned: 1 }), isClaimedTwice: true },
      "claimed-twice 1/4",
    ],
    [
      "is 'missing' if a machine fails, and another object has a port of a second one",
      { machines: machines(4, 2, { notOwned: 1 }), isClaimedTwice: true },
      "missing 1/4 machines",
    ],
    ["is 'no-caller' if no namespace may call the service", { machines: machines(3, 0, { hostUnknown: 3 }), notOwnedBecause: "nobody" }, "no-caller"],
    ["is 'missing' if no network path leads to two machines", { machines: machines(4, 2, { unreachable: 2 }) }, "missing 2/4 machines"],
    ["is 'nobody' if no network path leads to any machine", { machines: machines(4, 0, { unreachable: 4 }) }, "nobody 4/4"],
    ["is 'serves' if distribute sends this caller to other localities only", { machines: machines(4, 0, { elsewhere: 4 }) }, "serves"],
    ["is 'nobody' if no inline endpoint is sent", { inline: 0, written: 2 }, "nobody"],
    ["is 'serves' if all machines and Pods are serving", { machines: machines(64), pods: pods(18) }, "serves"],
    ["is 'serves' if all machines are serving, and Pods are not visible", { machines: machines(64), pods: null }, "serves ?"],
    ["is 'serves' if it has Pods only", { pods: pods(18) }, "serves"],
    ["is 'takes-nobody' if it selects nothing", {}, "takes-nobody"],
    ["is 'nobody' if it selects nothing, and a machine was selected before: a typo in the selector", { lostAll: true }, "nobody"],
    ["is 'nobody' on a past page if it selected nothing, and a machine was selected before", { lostAll: true, pods: null, addresses: null }, "nobody"],
    ["is 'nobody' on a past page if all machines were lost, and there were no Pods", { machines: machines(22, 0), pods: null, lostAll: true }, "nobody 22/22"],
    ["is 'takes-nobody' if a machine was selected before, and another object has the host name", { lostAll: true, notOwnedBecause: "owner" }, "takes-nobody"],
    ["is 'takes-nobody' if a machine was selected before, and no namespace may call the service", { lostAll: true, notOwnedBecause: "nobody" }, "takes-nobody"],
    ["is 'serves' if a machine was selected before, and a Pod is ready now", { lostAll: true, pods: pods(1) }, "serves"],
    ["is 'unknown' if a machine was selected before, and machines are not visible", { lostAll: true, machines: null }, "unknown"],
    ["is 'takes-nobody', not 'claimed-twice', if it selects nothing", { isClaimedTwice: true }, "takes-nobody"],
    ["is 'unknown' if it selects no machine, and Pods are not visible", { pods: null }, "unknown ?"],
    ["is 'unknown' if machines are not visible", { machines: null, pods: pods(4) }, "unknown"],
  ])("the status of a service: %s", (_claim, tally, status) => {
    expect(told(tally)).toBe(status);
  });
});

describe("the share of machines by weight", () => {
  it.each([
    ["is 1 with machines only", { machines: 12, pods: 0, inline: 0 }, 1],
    ["counts Pods in the total weight", { machines: 3, pods: 1, inline: 0 }, 0.75],
    ["counts inline endpoints", { machines: 1, pods: 0, inline: 3 }, 0.25],
    ["is 0 with Pods only, after a migration", { machines: 0, pods: 6, inline: 0 }, 0],
    ["is null without any endpoint", { machines: 0, pods: 0, inline: 0 }, null],
    ["is null if Pods are not visible", { machines: 12, pods: null, inline: 0 }, null],
    ["is null if machines are not visible", { machines: null, pods: 4, inline: 0 }, null],
  ])("the share of machines by weight: %s", (_claim, weights, share) => {
    expect(machineWeightShare(weights)).toBe(share);
  });
});

const status = (kind: ServiceStatus["kind"], count = 0, of = 0, lacks: ServiceStatus["lacks"] = null): ServiceStatus => ({
  kind,
  count,
  of,
  lacks,
  podsSeen: true,
});

describe("the order of services by severity", () => {
  it("the order of services by severity starts with services without an endpoint, and follows the list of statuses", () => {
    const shuffled = [...SERVICE_STATUSES].reverse().map((kind) => status(kind, 1, 2));
    expect(shuffled.sort(compareServiceTrouble).map(({ kind }) => kind)).toEqual(SERVICE_STATUSES);
  });

  it.each<[claim: string, first: ServiceStatus, second: ServiceStatus]>([
    ["has a service without an endpoint before a larger one with many lost machines", status("nobody", 1, 1), status("missing", 400, 500, "machines")],
    ["has the larger of two services without an endpoint first", status("nobody", 22, 22), status("nobody", 3, 3)],
    ["has eight lost of ten before ten lost of ten thousand", status("missing", 8, 10, "machines"), status("missing", 10, 10_000, "machines")],
    ["has lost machines before Pods that are not ready", status("missing", 1, 50, "machines"), status("missing", 5, 6, "pods")],
    ["has Pods that are not ready before unverified machines", status("missing", 1, 6, "pods"), status("unverified", 9, 9)],
    ["has more unverified machines before fewer", status("unverified", 5, 9), status("unverified", 2, 9)],
  ])("the order of services by severity: %s", (_claim, first, second) => {
    expect(compareServiceTrouble(first, second)).toBeLessThan(0);
    expect(compareServiceTrouble(second, first)).toBeGreaterThan(0);
  });

  it("the order of services by severity does not change the order of services that are equally well", () => {
    expect(compareServiceTrouble(status("serves"), status("serves"))).toBe(0);
  });
});

const sound = { lacks: null, podsSeen: true } as const;

describe("the tone of a service", () => {
  it("the tone of a service is green only for the status 'serves' of a live source, with visible Pods and verified connections", () => {
    expect(SERVICE_STATUSES.filter((kind) => serviceTone({ ...sound, kind }, { kind: "live" }) === "good")).toEqual(["serves"]);
    expect(serviceTone({ ...sound, kind: "serves", podsSeen: false }, { kind: "live" })).toBe("blind");
    expect(serviceTone({ ...sound, kind: "serves" }, { kind: "live", notVerified: { source: "istiod-pods", namespace: "*" } })).toBe("blind");
  });

  it.each(["starting", "catching-up", "stale", "denied", "absent", "past"] as const)(
    "the tone of a service is never green while its source is %s, and the worst status keeps its tone",
    (kind) => {
      expect(SERVICE_STATUSES.map((status) => serviceTone({ ...sound, kind: status }, { kind }))).not.toContain("good");
      expect(serviceTone({ ...sound, kind: "nobody" }, { kind })).toBe("bad");
    },
  );

  it("the tone of a service is a warning if only Pods are missing", () => {
    expect(serviceTone({ kind: "missing", lacks: "pods", podsSeen: true }, { kind: "live" })).toBe("warn");
    expect(serviceTone({ kind: "missing", lacks: "both", podsSeen: true }, { kind: "live" })).toBe("bad");
  });
});

const unhealthy: ExclusionReason = { code: "unhealthy", status: "False", message: "503" };
const awaiting: ExclusionReason = { code: "awaiting-first-probe" };
const draining: ExclusionReason = { code: "draining", value: "1" };

it.each<[claim: string, reasons: readonly ExclusionReason[], kind: NotSentKind]>([
  ["a machine that is not sent is failing if its probe fails", [unhealthy], "failing"],
  ["a machine that is not sent is draining if it has the draining label", [draining], "draining"],
  ["a machine that is not sent is awaiting without a first health report", [awaiting], "awaiting"],
  ["a machine that is not sent is failing if its probe fails, even if it has the draining label", [unhealthy, draining], "failing"],
  ["a machine that is not sent is draining if it has the label, even without a first health report", [awaiting, draining], "draining"],
  ["a machine that is not sent is failing if it has neither an address nor a network", [], "failing"],
])("%s", (_claim, reasons, kind) => {
  expect(notSentKindOfMachine(reasons)).toBe(kind);
});
