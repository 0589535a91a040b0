import { describe, expect, it } from "vitest";
import { compareHostHarm } from "./host-harm";
import { HOST_STATUSES, type HostStatus } from "./host-status";

const status = (kind: HostStatus["kind"], count = 0, of = 0, lacks: HostStatus["lacks"] = null): HostStatus => ({ kind, count, of, lacks, podsSeen: true });

describe("the order of hosts by harm", () => {
  it("puts those with nobody left first, and follows the statuses from there", () => {
    const shuffled = [...HOST_STATUSES].reverse().map((kind) => status(kind, 1, 2));
    expect(shuffled.sort(compareHostHarm).map(({ kind }) => kind)).toEqual(HOST_STATUSES);
  });

  it.each<[claim: string, first: HostStatus, second: HostStatus]>([
    ["one with nobody left, however small", status("nobody", 1, 1), status("missing", 400, 500, "machines")],
    ["the larger of two with nobody left", status("nobody", 22, 22), status("nobody", 3, 3)],
    ["eight of ten before ten of ten thousand", status("missing", 8, 10, "machines"), status("missing", 10, 10_000, "machines")],
    ["machines before Pods", status("missing", 1, 50, "machines"), status("missing", 5, 6, "pods")],
    ["Pods before what nobody vouches for", status("missing", 1, 6, "pods"), status("unverified", 9, 9)],
    ["more in doubt before fewer", status("unverified", 5, 9), status("unverified", 2, 9)],
  ])("%s", (_claim, first, second) => {
    expect(compareHostHarm(first, second)).toBeLessThan(0);
    expect(compareHostHarm(second, first)).toBeGreaterThan(0);
  });

  it("leaves those that are equally well in the order that names give them", () => {
    expect(compareHostHarm(status("serves"), status("serves"))).toBe(0);
  });
});
