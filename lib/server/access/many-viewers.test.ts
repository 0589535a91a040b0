import { expect, it } from "vitest";
import { ManualClock } from "@/lib/testing/manual-clock";
import { answerReview, type BoundRule } from "@/lib/testing/rbac-table";
import { ClusterCheck } from "./cluster-check";
import { KnownRights } from "./known-rights";
import { ReviewQueue } from "./review-queue";
import type { ScopeQuestion } from "./review-scope";
import { REVIEW_TIMES } from "./review-times";
import { RightsOfUsers } from "./rights-of-users";

const VIEWERS = 200;
const SCOPES = 40;
const NAMESPACES = Array.from({ length: 50 }, (_, at) => `team-${at}`);
const QUESTION: ScopeQuestion = {
  server: new Map((["workloadentries", "workloadgroups", "services", "pods", "nodes"] as const).map((kind) => [kind, "all"])),
  ...{ inhabited: NAMESPACES, empty: [], istioNamespace: "istio-system" },
};
const READS = { verbs: ["list", "watch"], groups: ["networking.istio.io", ""], resources: ["workloadentries", "workloadgroups", "services", "pods"] };

/** One scope in forty is everything, one in four two namespaces, the others one; everybody may list istiod's Pods. */
function rulesOf(viewer: number): readonly BoundRule[] {
  const scope = viewer % SCOPES;
  const own = scope === 0 ? [null] : [scope, ...(scope % 4 === 0 ? [scope + 1] : [])].map((at) => `team-${at}`);
  return [...own.map((namespace) => ({ ...READS, namespace })), { ...READS, resources: ["pods"], namespace: "istio-system" }];
}

const settled = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
};

it("two hundred people with forty different rights in fifty namespaces cost at most fifty questions a second, and no decision is older than ten seconds", async () => {
  const clock = new ManualClock(0);
  const queue = new ReviewQueue(clock, REVIEW_TIMES);
  const checks = Array.from({ length: VIEWERS }, (_, viewer) => {
    const table = { rules: rulesOf(viewer), isComplete: true };
    const post = async (path: string, body: unknown) => answerReview(table, path, body);
    const rights = new KnownRights({
      client: { post },
      impersonates: undefined,
      queue,
      users: new RightsOfUsers(),
      times: REVIEW_TIMES,
      clock,
      question: () => QUESTION,
    });
    const of = { cluster: "eu", client: undefined as never, ask: () => rights.renew(), askForMore: () => rights.lookForMore() };
    return new ClusterCheck(of, { clock, times: REVIEW_TIMES, changed: () => undefined });
  });
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds * 20; passed++) {
      for (const check of checks) if (check.isDue) void check.check();
      clock.advance(50);
      await settled();
    }
  };
  const standings = () => new Set(checks.map(({ standing }) => standing));
  await pass(60);
  expect(standings()).toEqual(new Set(["known"]));
  const before = queue.asked;
  for (let second = 0; second < 60; second++) {
    await pass(1);
    expect([second, [...standings()]]).toEqual([second, ["known"]]);
  }
  // What may go out at once is a tenth of a second's.
  expect(queue.asked - before).toBeLessThanOrEqual(60 * REVIEW_TIMES.perSecond + 5);
}, 120_000);
