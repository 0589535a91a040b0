import { describe, expect, it } from "vitest";
import { SERVICE_STATUSES, type ServiceStatus } from "@/lib/domain/services/service-status";
import { answerWords, hostStatusMeaning, hostStatusWords, rivalWords, shortHost } from "./host-words";

const status = (kind: ServiceStatus["kind"], change: Partial<ServiceStatus> = {}): ServiceStatus => ({
  kind,
  count: 0,
  of: 0,
  lacks: null,
  podsSeen: true,
  ...change,
});

describe("the words of a host's status", () => {
  it.each<[ServiceStatus, string]>([
    [status("nobody", { count: 22, of: 22 }), "Nobody answers"],
    [status("missing", { count: 8, of: 40, lacks: "machines" }), "8 of 40 missing"],
    [status("missing", { count: 2, of: 6, lacks: "pods" }), "2 of 6 pods missing"],
    [status("missing", { count: 1_200, of: 5_000, lacks: "both" }), "1,200 of 5,000 missing"],
    [status("unverified", { count: 2, of: 20 }), "2 unverified"],
    [status("claimed-twice"), "Claimed twice"],
    [status("unknown", { podsSeen: false }), "Not known"],
    [status("takes-nobody"), "Takes nobody"],
    [status("awaiting", { count: 2, of: 20 }), "2 starting"],
    [status("draining", { count: 1, of: 20 }), "1 draining"],
    [status("unchecked", { count: 6, of: 6 }), "Not checked"],
    [status("unchecked", { count: 3, of: 14 }), "3 not checked"],
    [status("serves"), "All serve"],
    [status("serves", { podsSeen: false }), "Machines serve"],
  ])("%o", (told, words) => {
    expect(hostStatusWords(told)).toBe(words);
  });

  it("each have a meaning, which says where Pods are out of sight", () => {
    for (const kind of SERVICE_STATUSES) {
      expect(hostStatusMeaning({ kind, podsSeen: true })).toMatch(/^[A-Z].+\.$/);
      expect(hostStatusMeaning({ kind, podsSeen: false })).toContain("not visible here");
    }
  });
});

const machines = (taken: number, serving = taken, inDoubt = 0, [awaiting, draining] = [0, 0]) => ({
  ...{ taken, serving, inDoubt, awaiting, draining },
  ...{ notOwned: 0, hostUnknown: 0, unreachable: 0, elsewhere: 0, depends: 0 },
});

describe("who answers, in words", () => {
  it.each([
    [{ machines: machines(40, 32), absent: 0, pods: { taken: 4, ready: 4 }, inline: 0 }, "32 of 40 machines serve, 4 of 4 pods ready"],
    [{ machines: machines(17, 15, 2), absent: 3, pods: { taken: 0, ready: 0 }, inline: 0 }, "15 of 20 machines serve, 2 unverified, 3 lost or missing"],
    [{ machines: machines(20, 16, 0, [1, 2]), absent: 0, pods: { taken: 0, ready: 0 }, inline: 0 }, "16 of 20 machines serve, 1 starting, 2 draining"],
    [{ machines: machines(0), absent: 0, pods: null, inline: 0 }, "pods are not visible"],
    [{ machines: null, absent: 0, pods: { taken: 1, ready: 0 }, inline: 0 }, "machines are not visible, 0 of 1 pod ready"],
    [{ machines: machines(0), absent: 0, pods: { taken: 0, ready: 0 }, inline: 1 }, "1 endpoint written by hand"],
    [{ machines: machines(0), absent: 0, pods: { taken: 0, ready: 0 }, inline: 0 }, "nobody is selected"],
    [
      { machines: { ...machines(9, 3), notOwned: 1, hostUnknown: 4, unreachable: 2, elsewhere: 3 }, absent: 0, pods: { taken: 0, ready: 0 }, inline: 0 },
      "3 of 9 machines serve, 1 not sent: another object defines the host name, 4 not sent: callers do not know the host name, 2 that callers cannot reach, 3 left out by policy",
    ],
    [{ machines: machines(0), absent: 0, pods: { taken: 0, ready: 0 }, inline: 0, names: 1 }, "1 name that callers resolve by DNS"],
    [
      { machines: machines(0), absent: 0, pods: { taken: 0, ready: 0 }, inline: 0, addresses: { taken: 3, ready: 1, doubted: 1 } },
      "1 of 3 addresses ready, 1 not known",
    ],
    [{ machines: machines(0), absent: 0, pods: { taken: 0, ready: 0 }, inline: 0, addresses: null }, "addresses in EndpointSlices are not visible"],
  ])("%o", (told, words) => {
    expect(answerWords({ names: 0, addresses: { taken: 0, ready: 0, doubted: 0 }, ...told })).toBe(words);
  });
});

it.each([
  ["soap.legacy.svc.cluster.local", "soap.legacy"],
  ["cards.example.com", "cards.example.com"],
])("%s is short for a sentence", (host, short) => {
  expect(shortHost(host)).toBe(short);
});

it("names who else defines a host", () => {
  const ledger = { kind: "ServiceEntry", namespace: "payments", name: "ledger" };
  expect(rivalWords([], 0)).toBe("");
  expect(rivalWords([ledger], 2)).toBe("also defined by ServiceEntry payments/ledger and 2 more");
});
