import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { isInScope, isTeamNamespaceKind, type Scope, type Viewer, WATCHED_KINDS, type WatchedKind } from "@/lib/domain/source/scope";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import type { WritingClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { pluralOf } from "@/lib/server/kube/resource";
import { ManualClock } from "@/lib/testing/manual-clock";
import { allows, answerReview, type BoundRule, type RbacTable } from "@/lib/testing/rbac-table";
import { KnownRights } from "./known-rights";
import { ReviewQueue } from "./review-queue";
import type { ScopeQuestion } from "./review-scope";
import { REVIEW_TIMES } from "./review-times";
import { RightsOfUsers } from "./rights-of-users";
import { serverScope } from "./server-scope";
import { ViewerSession } from "./viewer-session";

const EU = "eu";
const INHABITED = ["legacy", "media", "shop"];
const STEP_MS = 250;
const NO: Answer<unknown> = { ok: true, value: { status: { allowed: false } } };
const AWAY: Answer<unknown> = { ok: false, error: { kind: "unreachable", message: "" } };
const { mostAgeMs, moreMs, renewMs } = REVIEW_TIMES;
const QUESTION: ScopeQuestion = {
  server: new Map(WATCHED_KINDS.map((kind) => [kind, "all"])),
  ...{ inhabited: INHABITED, empty: ["lab"], istioNamespace: "istio-system" },
};

beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

/** A session of one cluster whose answers take a while, by a table that a test may change. */
function aSession(table: RbacTable, latencyMs = 0, { users = new RightsOfUsers(), clock = new ManualClock(0) } = {}) {
  // Kinds that something else than rules denies.
  const state = {
    table,
    asked: [] as string[],
    denied: [] as readonly string[],
    user: { username: "jane" } as Readonly<Record<string, unknown>>,
    isRejected: false,
    isAway: false,
  };
  const post = async (path: string, body: unknown) => {
    const { spec } = body as { spec?: { namespace?: string; resourceAttributes?: { verb: string; resource: string; namespace?: string } } };
    const { resourceAttributes: of } = spec ?? {};
    state.asked.push(of === undefined ? `${path.split("/").at(-1)} ${spec?.namespace ?? ""}`.trim() : `${of.verb} ${of.resource} ${of.namespace ?? "*"}`);
    await new Promise<void>((resolve) => void clock.setTimer(resolve, latencyMs));
    if (state.isAway) return AWAY;
    if (state.isRejected) return { ok: false as const, error: { kind: "unauthorized" as const, message: "" } };
    if (path.endsWith("/selfsubjectreviews")) return { ok: true as const, value: { status: { userInfo: state.user } } };
    const isDenied = of !== undefined && state.denied.includes(of.resource);
    return isDenied ? NO : answerReview("jane", state.table, path, body);
  };
  const queue = new ReviewQueue(clock, REVIEW_TIMES);
  const rights = new KnownRights({ client: { post }, impersonates: undefined, queue, users, times: REVIEW_TIMES, clock, question: () => QUESTION });
  const client = { close: async () => undefined } as Partial<WritingClient> as WritingClient;
  const server = serverScope({ known: [EU], namespaces: null });
  server.rights(EU, QUESTION.server);
  const session = new ViewerSession({
    ...{ words: { signIn: "token", rejected: "" }, server, readOnly: true, clock, times: REVIEW_TIMES },
    clusters: [{ cluster: EU, client, ask: () => rights.renew(), askForMore: () => rights.lookForMore() }],
  });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      clock.advance(STEP_MS);
      await settled();
    }
  };
  /** The viewer, for whom time passes while he waits. */
  const come = async (): Promise<Viewer> => {
    let come: Viewer | null = null;
    const coming = session.viewer().then((viewer) => {
      come = viewer;
    });
    for (let waited = 0; come === null && waited < 400; waited++) await pass(STEP_MS);
    await coming;
    return come ?? Promise.reject(new Error("Nobody came."));
  };
  return { clock, state, session, pass, come, queue };
}

const KINDS_OF_TEAMS = WATCHED_KINDS.filter((kind) => isTeamNamespaceKind(kind) && kind !== "namespaces" && !kind.startsWith("gateways"));

const settled = async () => {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
};

const READS: BoundRule = { namespace: "shop", verbs: ["list", "watch"], groups: ["networking.istio.io"], resources: ["workloadentries", "workloadgroups"] };
const OF_SHOP: RbacTable = { rules: [READS], isComplete: true };

/** Comes, follows, and comes again with every change of his rights, as a browser does. */
async function followed(table: RbacTable, denied: readonly string[] = [], latencyMs = 0) {
  const made = aSession(table, latencyMs);
  made.state.denied = denied;
  const shown: { scope: Scope | null } = { scope: null };
  const follow = async () => {
    const viewer = await made.session.viewer();
    shown.scope = viewer.scope;
    const changed = () => {
      shown.scope = null;
      void follow();
    };
    made.session.follow(viewer, { changed });
  };
  await made.come();
  await follow();
  return { ...made, shown };
}

describe("what one viewer costs", () => {
  it("is one request per visible namespace each six seconds, and no other for most of a minute", async () => {
    const { state, pass } = await followed(OF_SHOP);
    await pass(renewMs);
    state.asked.length = 0;
    await pass(4 * renewMs);
    expect(state.asked).toEqual(Array.from({ length: 4 }, () => "selfsubjectrulesreviews shop"));
  });

  it("is one question where everything may be read everywhere", async () => {
    const everything = { namespace: null, verbs: ["*"], groups: ["*"], resources: ["*"] };
    const { state, pass, shown } = await followed({ rules: [everything], isComplete: true });
    expect(shown.scope?.clusters.get(EU)?.get("pods")).toBe("all");
    await pass(renewMs);
    state.asked.length = 0;
    await pass(2 * renewMs);
    expect(state.asked).toEqual(["selfsubjectrulesreviews istio-system", "selfsubjectrulesreviews istio-system"]);
  });

  it.each([1, 5, KINDS_OF_TEAMS.length])("is that one question however many kinds are seen, of %i kinds too", async (count) => {
    const resources = KINDS_OF_TEAMS.slice(0, count).map((kind) => pluralOf(RESOURCES[kind]));
    const { state, pass, shown } = await followed({ rules: [{ ...READS, groups: ["*"], resources }], isComplete: true });
    expect(shown.scope?.clusters.get(EU)?.size).toBe(count);
    await pass(renewMs);
    state.asked.length = 0;
    await pass(renewMs);
    expect(state.asked).toEqual(["selfsubjectrulesreviews shop"]);
  });

  it("is two questions for each kind that is seen, and none for the others, where the cluster does not list all rules", async () => {
    const { state, pass } = await followed({ ...OF_SHOP, isComplete: false });
    await pass(renewMs);
    state.asked.length = 0;
    await pass(renewMs);
    const seen = ["workloadentries", "workloadgroups"].flatMap((kind) => [`list ${kind} shop`, `watch ${kind} shop`]);
    expect([...state.asked].sort()).toEqual([...seen, "selfsubjectrulesreviews shop"].sort());
  });

  it("is, where the cluster does not list all rules, a look at the kinds that were denied once a minute", async () => {
    const { state, pass, shown } = await followed({ ...OF_SHOP, isComplete: false });
    const services: BoundRule = { namespace: "shop", verbs: ["list", "watch"], groups: [""], resources: ["services"] };
    state.table = { rules: [...OF_SHOP.rules, services], isComplete: false };
    state.asked.length = 0;
    await pass(moreMs + renewMs);
    expect(state.asked.filter((one) => one === "list services shop").length).toBeGreaterThan(0);
    expect(state.asked.filter((one) => one === "list serviceaccounts shop")).toHaveLength(1);
    expect(shown.scope?.clusters.get(EU)?.get("services")).toEqual(["shop"]);
  });

  it("is, once the API server is back after more than a minute, what is shown first: new rights are looked for behind that", async () => {
    const { state, pass } = await followed(OF_SHOP);
    state.isAway = true;
    await pass(2 * moreMs);
    state.isAway = false;
    state.asked.length = 0;
    await pass(2_000);
    expect(state.asked.slice(0, 2)).toEqual(["selfsubjectrulesreviews shop", "selfsubjectreviews"]);
    expect(state.asked).toContain("selfsubjectrulesreviews media");
  });

  it("is, for namespaces of which nothing may be seen by the same rules, one look at one of them", async () => {
    const { state, come } = aSession(OF_SHOP);
    await come();
    const looked = INHABITED.filter((name) => state.asked.includes(`list workloadentries ${name}`));
    expect(looked).toContain("shop");
    expect(looked).toHaveLength(2);
  });
});

describe("credentials of a user of whom others are known", () => {
  function two(user: Readonly<Record<string, unknown>> = { username: "jane" }) {
    const shared = { users: new RightsOfUsers(), clock: new ManualClock(0) };
    const [before, renewed] = [aSession(OF_SHOP, 0, shared), aSession(OF_SHOP, 0, shared)];
    Object.assign(before.state, {
      user: { username: "jane", uid: "", groups: ["b", "a"], extra: { "authentication.kubernetes.io/credential-id": ["JTI=1"] } },
    });
    Object.assign(renewed.state, { user: { groups: ["a", "b"], ...user } });
    return { before, renewed };
  }

  it("cost one question, and their rights are as old as those that were found", async () => {
    const { before, renewed } = two({ username: "jane", extra: { "authentication.kubernetes.io/credential-id": ["JTI=2"] } });
    const viewer = await before.come();
    await before.pass(renewMs / 2);
    expect((await renewed.come()).scope).toEqual(viewer.scope);
    expect(renewed.state.asked).toEqual(["selfsubjectreviews"]);
    await renewed.pass(renewMs / 2);
    await renewed.session.viewer();
    await renewed.pass(STEP_MS);
    expect(renewed.state.asked).toEqual(["selfsubjectreviews", "selfsubjectrulesreviews shop"]);
  });

  it("lose what was taken from the user meanwhile, and see what was given", async () => {
    const { before, renewed } = two();
    await before.come();
    await before.pass(3 * moreMs);
    renewed.state.table = { rules: [{ ...READS, namespace: "legacy" }], isComplete: true };
    const entries = (await renewed.come()).scope.clusters.get(EU)?.get("workloadentries");
    expect(entries).toEqual(["legacy"]);
  });

  it.each([
    ["another name", { username: "joe" }],
    ["another uid", { username: "jane", uid: "7" }],
    ["other groups", { username: "jane", groups: ["a"] }],
    ["something else that an authorizer may look at", { username: "jane", extra: { "example.com/team": ["shop"] } }],
  ])("are asked about in full where the cluster says that they have %s", async (_what, user) => {
    const { before, renewed } = two(user);
    await before.come();
    await renewed.come();
    expect(renewed.state.asked).toEqual(expect.arrayContaining(["list workloadentries *", "list workloadentries shop"]));
    expect(renewed.state.asked.length).toBeGreaterThan(10);
  });

  it("show nothing that was found for others where the cluster does not take them", async () => {
    const { before, renewed } = two();
    await before.come();
    renewed.state.isRejected = true;
    const refused = expect(renewed.session.viewer()).rejects.toMatchObject({ status: 401 });
    await renewed.pass(2 * STEP_MS);
    await refused;
    expect(renewed.state.asked).toEqual(["selfsubjectreviews"]);
  });
});

describe("a right that is lost", () => {
  it.each([
    ["of a namespace", OF_SHOP],
    ["of a namespace, in a cluster that does not list all rules", { ...OF_SHOP, isComplete: false }],
    ["of the whole cluster", { rules: [{ ...READS, namespace: null }], isComplete: true }],
  ])("ends the stream within ten seconds, even if each answer takes 1.2 s: %s", async (_what, table) => {
    const { state, pass, shown, clock } = await followed(table, [], 1_200);
    const seen = () => shown.scope?.clusters.get(EU)?.get("workloadentries");
    for (let waited = 0; seen() === undefined && waited < 20; waited++) await pass(1_000);
    expect(seen()).toBeDefined();
    // The answer to the last request has just arrived: no right had changed.
    const asked = state.asked.length;
    while (state.asked.length === asked) await pass(STEP_MS);
    await pass(1_250);
    state.table = { ...table, rules: [] };
    const lostAt = clock.now();
    while (seen() !== undefined) await pass(STEP_MS);
    expect(clock.now() - lostAt).toBeLessThanOrEqual(mostAgeMs);
  });

  it.each([
    ["of a namespace", OF_SHOP],
    ["of a namespace, in a cluster that does not list all rules", { ...OF_SHOP, isComplete: false }],
    ["of the whole cluster", { rules: [{ ...READS, namespace: null }], isComplete: true }],
    ["of the whole cluster, which does not list all rules", { rules: [{ ...READS, namespace: null }], isComplete: false }],
  ])("works again within fifteen seconds after it is granted again: %s", async (_what, table) => {
    const { state, pass, shown, clock } = await followed(table);
    const seen = () => shown.scope?.clusters.get(EU)?.get("workloadentries");
    for (const awayMs of [12_000, 45_000, 5 * 60_000]) {
      await pass(moreMs);
      const before = seen();
      state.table = { ...table, rules: [] };
      await pass(awayMs);
      expect(seen()).toBeUndefined();
      state.table = table;
      const returnedAt = clock.now();
      while (seen() === undefined) await pass(STEP_MS);
      expect(clock.now() - returnedAt).toBeLessThanOrEqual(15_000);
      expect(seen()).toEqual(before);
    }
  });
});

describe("a list of rules", () => {
  it("never shows anything that no access review has allowed there", async () => {
    const { state, session, come } = aSession({ rules: [READS, { ...READS, namespace: "media" }], isComplete: true });
    await come();
    for (const name of ["shop", "media"]) expect(state.asked).toContain(`watch workloadentries ${name}`);
    expect((await session.viewer()).scope.clusters.get(EU)?.get("workloadentries")).toEqual(["media", "shop"]);
  });

  it("is not believed where access reviews say otherwise: then they are asked each time", async () => {
    const { state, pass, shown } = await followed(OF_SHOP, ["workloadgroups"]);
    const seen = () => shown.scope?.clusters.get(EU)?.get("workloadentries");
    expect(seen()).toEqual(["shop"]);
    state.asked.length = 0;
    await pass(renewMs);
    expect(state.asked).toContain("list workloadentries shop");
    // The rules stay as they are.
    state.denied = ["workloadgroups", "workloadentries"];
    await pass(mostAgeMs);
    expect(seen()).toBeUndefined();
  });
});

const RULE = fc.record({
  namespace: fc.constantFrom(null, "shop", "media", "lab", "istio-system"),
  verbs: fc.constantFrom(["list", "watch"], ["list"], ["*"]),
  groups: fc.constantFrom(["networking.istio.io"], ["*"], [""]),
  resources: fc.constantFrom(["workloadentries"], ["workloadgroups", "workloadentries"], ["*"], ["pods", "services"]),
});
const NARROW_RULE = fc.oneof({ weight: 4, arbitrary: RULE }, { weight: 1, arbitrary: RULE.map((rule): BoundRule => ({ ...rule, names: ["one"] })) });
const TABLE = fc.record({ rules: fc.array(NARROW_RULE, { maxLength: 4 }), isComplete: fc.boolean() });
const STORY = fc.record({
  first: TABLE,
  changes: fc.array(fc.record({ afterMs: fc.constantFrom(250, 1_000, 4_000, 9_000, 30_000, 80_000), table: TABLE }), { maxLength: 5 }),
  latencyMs: fc.constantFrom(0, 100, 600),
});

/** Whether a table lets its user list and watch a kind in a namespace, as a full look at that moment would find. */
function maySee(table: RbacTable, kind: WatchedKind, namespace: string): boolean {
  const { group } = RESOURCES[kind];
  return ["list", "watch"].every((verb) => allows(table, { verb, group, resource: pluralOf(RESOURCES[kind]), namespace }));
}

const SEEN: readonly WatchedKind[] = ["workloadentries", "workloadgroups", "pods", "services"];

describe("what a viewer sees, for random rights, changes and times", () => {
  it("is what a full look found at most ten seconds ago where it was taken away, and a minute ago where it was given", async () => {
    await fc.assert(
      fc.asyncProperty(STORY, async ({ first, changes, latencyMs }) => {
        const { clock, state, session, pass, come } = aSession(first, latencyMs);
        const past: { readonly from: number; readonly table: RbacTable }[] = [{ from: 0, table: first }];
        const during = (ms: number) => past.filter((_, at) => (past[at + 1]?.from ?? Number.POSITIVE_INFINITY) >= clock.now() - ms).map(({ table }) => table);
        let viewer = await come();
        const again = async () => {
          viewer = await session.viewer();
          follow();
        };
        const follow = () => void session.follow(viewer, { changed: () => void again() });
        follow();
        const cameAt = clock.now();
        for (const { afterMs, table } of [...changes, { afterMs: 70_000, table: first }]) {
          for (let passed = 0; passed < afterMs; passed += STEP_MS) {
            await pass(STEP_MS);
            for (const kind of SEEN)
              for (const namespace of INHABITED) {
                const isSeen = isInScope(viewer.scope, EU, kind, namespace);
                const what = `${kind} in ${namespace} at ${clock.now()} by ${JSON.stringify(past)}`;
                if (isSeen)
                  expect(
                    during(mostAgeMs + STEP_MS).some((one) => maySee(one, kind, namespace)),
                    `seen: ${what}`,
                  ).toBe(true);
                else if (clock.now() - cameAt >= moreMs)
                  expect(
                    during(moreMs).every((one) => maySee(one, kind, namespace)),
                    `not seen: ${what}`,
                  ).toBe(false);
              }
          }
          state.table = table;
          past.push({ from: clock.now(), table });
        }
        session.close();
      }),
      { numRuns: 25 },
    );
  }, 240_000);
});
