import { expect, it } from "vitest";
import { type ReportInput, rolloutReport } from "./rollout-report";

const AT = Date.UTC(2026, 7, 12, 4, 2, 10);
const report = (change: Partial<ReportInput> = {}): ReportInput => ({
  ...{ title: "The rollout of 04:02:10", about: "cluster prod-eu", kind: "rollout", total: 10, back: 10, same: 0, away: 0, out: 0, vanished: 0 },
  ...{ from: AT, until: AT + 600_000, p50: 2_000, p95: 11_000, slowest: 12_000, moves: 10, own: 3, byEnd: 7, early: 0, moreMissing: 0, missing: [], gaps: [] },
  replicas: [{ name: "istiod-a", revision: "1-30", endedAt: AT + 1, held: 10 }],
  targets: [{ replica: "istiod-c", revision: "1-31", count: 10 }],
  health: { checked: 10, confirmed: 10, worse: 0, better: 0 },
  link: "https://stolos.example/control-plane?rollout=x",
  ...change,
});
const straggler: ReportInput["missing"][number] = {
  ...{ namespace: "shop", name: "vm-1", group: "checkout", locality: "eu/eu-a", network: "vpc-2", replica: "istiod-a", outcome: "out", since: AT },
};

it("tells what happened, as Markdown", () => {
  expect(rolloutReport(report())).toBe(`## The rollout of 04:02:10

cluster prod-eu, as of 2026-08-12 04:12:10 UTC

- machines that the replicas held which ended: 10
- back: 10 of 10
- not back: none
- without a replica until the next connection: p50 2 s, p95 11 s
- 10 moves from a replica that ended: 3 timed by the machine's own disconnectedAt and 7 by the end of the replica; the slowest took 12 s
- health: all 10 that are checked reported since

| replica that ended | revision | ended | machines |
| --- | --- | --- | --- |
| istiod-a | 1-30 | 2026-08-12 04:02:10 UTC | 10 |

| now with | revision | machines |
| --- | --- | --- |
| istiod-c | 1-31 | 10 |

https://stolos.example/control-plane?rollout=x
`);
});

it.each<[string, Partial<ReportInput>, string]>([
  [
    "names who is not back",
    { back: 9, out: 1, missing: [straggler] },
    "| shop/vm-1 | checkout | eu/eu-a | vpc-2 | istiod-a | not back | 2026-08-12 04:02:10 UTC |",
  ],
  ["counts whom it does not name", { out: 43, missing: Array.from({ length: 40 }, () => straggler), moreMissing: 3 }, "and 23 machines more"],
  ["quotes what is a stranger's", { missing: [{ ...straggler, group: "a|b\n*c*" }] }, "| a\\|b \\*c\\* |"],
  ["says what nobody recorded", { gaps: ["04:02:00 to 04:03:00: the recorder was not running"] }, "- not recorded: 04:02:00 to 04:03:00"],
  ["of a baseline tells its moment", { kind: "baseline" }, "- machines connected at 2026-08-12 04:02:10 UTC: 10"],
  ["knows those that need not move", { kind: "baseline", back: 4, same: 6 }, "- back: 4 of 10, and 6 never had to move"],
])("%s", (_what, change, line) => {
  expect(rolloutReport(report(change))).toContain(line);
});
