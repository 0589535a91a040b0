import { describe, expect, it } from "vitest";
import { scaleRuns } from "@/components/strip/cell-runs";
import type { ServiceRow } from "@/lib/contract/views/services";
import { hostRuns } from "./host-runs";

const machines = (taken: number, serving = taken, inDoubt = 0, notChecked = 0, aside: Partial<NonNullable<ServiceRow["machines"]>> = {}) => ({
  ...{ taken, serving, inDoubt, notChecked },
  ...{ draining: 0, awaiting: 0, notOwned: 0, hostUnknown: 0, unreachable: 0, elsewhere: 0, depends: 0 },
  ...aside,
});
type Drawn = Parameters<typeof hostRuns>[0];
const drawn = (row: Omit<Drawn, "names" | "addresses"> & Partial<Pick<Drawn, "names" | "addresses">>) =>
  hostRuns({ names: 0, addresses: null, ...row }).map(({ shape, kind, count }) => `${count} ${shape} ${kind.slice(5)}`);

describe("who answers, as cells", () => {
  it.each([
    ["machines worst first, then Pods", { machines: machines(37, 32, 1, 2), absent: 3, pods: { taken: 4, ready: 3 }, inline: 0 }],
    ["nobody misses who drains or awaits", { machines: machines(6, 3, 0, 0, { draining: 2, awaiting: 1 }), absent: 0, pods: null, inline: 0 }],
    [
      "machines that callers are not sent",
      { machines: machines(6, 1, 0, 0, { notOwned: 1, unreachable: 1, elsewhere: 1, hostUnknown: 1 }), absent: 0, pods: null, inline: 0 },
    ],
    ["the host name itself", { machines: machines(0), absent: 0, pods: null, inline: 0, names: 1 }],
    ["written endpoints", { machines: machines(0), absent: 0, pods: { taken: 0, ready: 0 }, inline: 6 }],
    ["addresses of EndpointSlices", { machines: machines(0), absent: 0, pods: null, inline: 0, addresses: { taken: 4, ready: 2, doubted: 1 } }],
    ["nobody in sight", { machines: null, absent: 3, pods: null, inline: 0 }],
  ])("%s", (what, row) => {
    const cells = {
      "machines worst first, then Pods": ["3 square gone", "4 square bad", "1 square blind", "2 square idle", "30 square good", "1 round bad", "3 round good"],
      "nobody misses who drains or awaits": ["3 square idle", "3 square good"],
      "machines that callers are not sent": ["1 square bad", "4 square warn", "1 square good"],
      "the host name itself": ["1 diamond idle"],
      "written endpoints": ["6 diamond idle"],
      "addresses of EndpointSlices": ["1 diamond bad", "1 diamond blind", "2 diamond idle"],
      "nobody in sight": [],
    }[what];
    expect(drawn(row)).toEqual(cells);
  });

  it("keep a cell of each kind where there is no room for all", () => {
    const runs = hostRuns({ machines: machines(5_000, 4_999), absent: 0, pods: { taken: 3, ready: 3 }, inline: 0, names: 0, addresses: null });
    const shared = scaleRuns(runs, 22);
    expect(shared.map(({ count }) => count)).toEqual([1, 20, 1]);
    expect(shared.reduce((sum, { count }) => sum + count, 0)).toBe(22);
  });
});
