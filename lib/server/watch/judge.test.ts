import { expect, it } from "vitest";
import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import { statusError } from "@/lib/server/kube/kube-error";
import { ManualClock } from "@/lib/testing/manual-clock";
import { applyEvent } from "./apply-event";
import { createBackoff } from "./backoff";
import { createFreshnessReporter } from "./freshness-reporter";
import { createJudge } from "./judge";
import { because, rolledBack } from "./outcome";
import { watchEventOf } from "./watch-event";
import { WATCH_TIMINGS } from "./watch-timings";

it("passes on as a code why a stream ended, why a list is needed, and what it was refused with", () => {
  const told: (NotObservedReason | undefined)[] = [];
  const clock = new ManualClock(0);
  const freshness = createFreshnessReporter(clock, WATCH_TIMINGS, (fresh) => fresh.kind !== "live" && told.push(fresh.why));
  const sync = { freshness, timings: WATCH_TIMINGS, random: () => 0.5, version: "7", progressed: false };
  const judge = createJudge(
    sync as unknown as Parameters<typeof createJudge>[0],
    createBackoff(1, 2, () => 0.5),
    () => undefined,
  );
  freshness.live();
  judge.judge({ kind: "ended", how: "silent", ...because({ code: "silent", ms: 30_000 }) });
  clock.advance(WATCH_TIMINGS.doubtMs);
  judge.judge(rolledBack("6", "7"));
  judge.judge({ kind: "failed", error: statusError(503, "", undefined, 0) });
  const failure = JSON.stringify({ type: "ERROR", object: { kind: "Status", code: 500, message: "etcd is away" } });
  const broken = applyEvent(sync as unknown as Parameters<typeof applyEvent>[0], watchEventOf(failure));
  if (broken !== null) judge.judge(broken);
  expect(told).toEqual([
    { code: "silent", ms: 30_000 },
    { code: "rolled-back", version: "6", held: "7" },
    { code: "answered", status: 503, text: "" },
    { code: "stream-error", text: "etcd is away" },
  ]);
});

it("says that a kind is absent before what was held of it goes, also between a suspicion and the list that it asks for", () => {
  const told: string[] = [];
  const clock = new ManualClock(0);
  const freshness = createFreshnessReporter(clock, WATCH_TIMINGS, ({ kind }) => told.push(kind));
  const feed = { counts: () => ({ objects: 1 }), beginReplace: () => told.push("goes"), endReplace: () => undefined };
  const sync = { freshness, feed, timings: WATCH_TIMINGS, random: () => 0.5, version: "7", progressed: false };
  const judge = createJudge(
    sync as unknown as Parameters<typeof createJudge>[0],
    createBackoff(1, 2, () => 0.5),
    () => undefined,
  );
  const absent = { kind: "failed", error: { kind: "not-found", message: "404" } } as const;
  freshness.live();
  judge.judge(absent);
  judge.judge({ kind: "relist", expired: false, reason: "a line without sense" });
  judge.judge(absent);
  expect(told).toEqual(["live", "stale", "catching-up", "absent", "goes"]);
});

it.each([
  ["closed", "catching-up"],
  ["cut", "stale"],
  ["silent", "stale"],
] as const)("a stream that was %s and is not open again after the doubt is %s", (how, kind) => {
  const clock = new ManualClock(0);
  const freshness = createFreshnessReporter(clock, WATCH_TIMINGS, () => undefined);
  const sync = { freshness, timings: WATCH_TIMINGS, random: () => 0.5, version: "7", progressed: false };
  const judge = createJudge(
    sync as unknown as Parameters<typeof createJudge>[0],
    createBackoff(1, 2, () => 0.5),
    () => undefined,
  );
  freshness.live();
  judge.judge({ kind: "ended", how, reason: "" });
  clock.advance(WATCH_TIMINGS.doubtMs);
  expect(freshness.current().kind).toBe(kind);
});
