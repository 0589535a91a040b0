import { expect, it } from "vitest";
import { WATCHED_KINDS, type WatchedKind } from "@/lib/domain/source/scope";
import { ManualClock } from "@/lib/testing/manual-clock";
import { answerReview, type BoundRule } from "@/lib/testing/rbac-table";
import { ClusterCheck } from "./cluster-check";
import { KnownRights } from "./known-rights";
import { ReviewQueue } from "./review-queue";
import type { ScopeQuestion } from "./review-scope";
import { REVIEW_TIMES } from "./review-times";
import { RightsOfUsers } from "./rights-of-users";

const SCOPES = 40;
const NAMESPACES = Array.from({ length: 50 }, (_, at) => `team-${at}`);
const READS = { verbs: ["list", "watch"], groups: ["networking.istio.io", ""], resources: ["workloadentries", "workloadgroups", "services", "pods"] };

interface People {
  readonly count: number;
  /** Whether the cluster lists all rules. */
  readonly isComplete: boolean;
  /** What the server's own account may read. */
  readonly kinds: readonly WatchedKind[];
}

/** One scope in forty is everything, one in four two namespaces, the others one; everybody may list istiod's Pods. */
function rulesOf(viewer: number): readonly BoundRule[] {
  const scope = viewer % SCOPES;
  const own = scope === 0 ? [null] : [scope, ...(scope % 4 === 0 ? [scope + 1] : [])].map((at) => `team-${at}`);
  return [...own.map((namespace) => ({ ...READS, namespace })), { ...READS, resources: ["pods"], namespace: "istio-system" }];
}

const settled = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** How the rights of many people stand in each second of a minute, a minute after they came, and how many questions that minute took. */
async function minuteOf({ count, isComplete, kinds }: People) {
  const clock = new ManualClock(0);
  const queue = new ReviewQueue(clock, REVIEW_TIMES);
  const server = new Map(kinds.map((kind) => [kind, "all" as const]));
  const question: ScopeQuestion = { server, inhabited: NAMESPACES, empty: [], istioNamespace: "istio-system" };
  const checks = Array.from({ length: count }, (_, viewer) => {
    const table = { rules: rulesOf(viewer), isComplete };
    const post = async (path: string, body: unknown) => answerReview(`viewer-${viewer}`, table, path, body);
    const known = { client: { post }, impersonates: undefined, queue, users: new RightsOfUsers(), times: REVIEW_TIMES, clock };
    const rights = new KnownRights({ ...known, question: () => question });
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
  await pass(60);
  const before = queue.asked;
  const standings: string[] = [];
  for (let second = 0; second < 60; second++) {
    await pass(1);
    standings.push(...new Set(checks.map(({ standing }) => standing)));
  }
  return { standings: [...new Set(standings)], asked: queue.asked - before };
}

// What may go out at once is a tenth of a second's.
const MOST_ASKED = 60 * REVIEW_TIMES.perSecond + 5;

it("two hundred people with forty different rights in fifty namespaces cost at most fifty questions a second, and no decision is older than ten seconds", async () => {
  const kinds = ["workloadentries", "workloadgroups", "services", "pods", "nodes"] as const;
  const { standings, asked } = await minuteOf({ count: 200, isComplete: true, kinds });
  expect(standings).toEqual(["known"]);
  expect(asked).toBeLessThanOrEqual(MOST_ASKED);
}, 120_000);

it("where the cluster does not list all rules, so do twenty-five people, of whom each sees four kinds of those that the server reads", async () => {
  const { standings, asked } = await minuteOf({ count: 25, isComplete: false, kinds: WATCHED_KINDS });
  expect(standings).toEqual(["known"]);
  expect(asked).toBeLessThanOrEqual(MOST_ASKED);
}, 120_000);
