import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type NamespaceScope, type Scope, scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import type { Answer } from "@/lib/server/kube/kube-error";
import { teamViewsReader } from "./read-team-views";

const teamViews = { namespace: "istio-system", name: "stolos-views" };
const holding = (text: string): Answer<unknown> => ({ ok: true, value: { data: { "views.yaml": text } } });

/** Whoever sees these namespaces of each cluster, and of each istiod's Pods. */
function seeing(clusters: Readonly<Record<string, NamespaceScope>>): Scope {
  const kindsOf = (seen: NamespaceScope) => new Map(WATCHED_KINDS.map((kind) => [kind, kind === "pods" ? "all" : seen] as const));
  return scopeFromPermissions(new Map(Object.entries(clusters).map(([cluster, seen]) => [cluster, kindsOf(seen)])));
}

const wholeEu = seeing({ eu: "all" });
const bothWhole = seeing({ eu: "all", us: "all" });

function reader(answers: Readonly<Record<string, Answer<unknown>>>) {
  return teamViewsReader({
    teamViews,
    ownClientOf: (cluster) => {
      const answer = answers[cluster];
      return answer === undefined ? undefined : { get: async () => answer };
    },
  });
}

let logged: string;
beforeEach(() => {
  logged = "";
  vi.spyOn(process.stderr, "write").mockImplementation((line) => {
    logged += String(line);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

describe("the views of a team", () => {
  it("are those of each cluster, with the addresses of lists", async () => {
    const eu = holding("views:\n  - name: Payments at night\n    address: /oncall?ns=payments\n");
    const us = holding("views:\n  - {name: Wall, address: '/oncall?display=wall'}\n");
    expect(await reader({ eu, us })(bothWhole)).toEqual({
      views: [
        { cluster: "eu", name: "Payments at night", address: "/oncall?ns=payments" },
        { cluster: "us", name: "Wall", address: "/oncall?display=wall" },
      ],
      problems: [],
    });
  });

  it("are none where no setting names any, and nobody is asked", async () => {
    const read = teamViewsReader({ teamViews: null, ownClientOf: () => expect.fail("asked") });
    expect(await read(wholeEu)).toEqual({ views: [], problems: [] });
  });

  it("of one cluster do not fall with those of another", async () => {
    const eu = holding("views: [{name: A, address: /groups}]");
    const us: Answer<unknown> = { ok: false, error: { kind: "unreachable", message: "connection refused" } };
    expect(await reader({ eu, us })(bothWhole)).toMatchObject({
      views: [{ cluster: "eu", name: "A" }],
      problems: [{ cluster: "us", problem: expect.stringMatching(/istio-system\/stolos-views, which .* could not be read\./) }],
    });
  });

  it.each([
    ["an address of another site", "views: [{name: A, address: 'https://evil.example/oncall'}]", /views\[0\] has no address/],
    ["a host behind two slashes", "views: [{name: A, address: //evil.example}]", /views\[0\] has no address/],
    ["a script", "views: [{name: A, address: 'javascript:alert(1)'}]", /views\[0\] has no address/],
    ["a route", "views: [{name: A, address: /groups}, {name: B, address: /api/sign-out}]", /views\[1\] has no address/],
    ["no name", "views: [{address: /groups}]", /views\[0\] has no name/],
    ["a name that is no text", "views: [{name: {toString: 1}, address: /groups}]", /views\[0\] has no name/],
    ["a list of texts", "views: [/groups]", /views\[0\] has no name/],
    ["a name twice", "views: [{name: A, address: /groups}, {name: A, address: /entries}]", /views\[1\] has the name of another one: A\./],
    ["no list", "view: []", /no list named views/],
    ["too many", `views: [${Array(101).fill("{name: A, address: /groups}").join(", ")}]`, /more than 100/],
    ["no YAML", "views: [", /Line \d+/],
  ])("are not offered where the document has %s, and that is said", async (_what, text, words) => {
    expect(await reader({ eu: holding(text) })(wholeEu)).toMatchObject({ views: [], problems: [{ cluster: "eu", problem: expect.stringMatching(words) }] });
  });
});

describe("whoever sees a part of a cluster", () => {
  const addresses = [
    "/oncall?ns=payments",
    "/oncall?n%73=payments",
    "/oncall?ns=shop&ns=payments",
    "/entries?q=group:payments/ledger",
    "/services?ns=shop&q=caller:payments",
    "/entries?q=ledger",
    "/oncall?cluster=us",
    "/oncall?cluster=us&ns=shop",
    "/oncall?ns=shop",
    "/oncall?cluster=eu&ns=shop",
    "/entries?ns=shop&q=checkout",
    "/entries?q=state:unhealthy",
    "/oncall?display=wall",
  ];
  const all = holding(`views: [${addresses.map((address, at) => `{name: View ${at}, address: '${address}'}`).join(", ")}]`);
  const offered = async (scope: Scope) => (await reader({ eu: all })(scope)).views.map(({ address }) => address);

  it("is offered the views that name nothing else, however their addresses spell it", async () => {
    expect(await offered(seeing({ eu: ["shop"] }))).toEqual(addresses.slice(-5));
    expect(await offered(seeing({ eu: ["payments", "shop"] }))).toEqual(
      addresses.filter((address) => !/ledger$|=us/.test(address) || address.includes("group:")),
    );
    expect(await offered(seeing({ eu: [] }))).toEqual(addresses.slice(-2));
    expect(await offered(wholeEu)).toEqual(addresses.filter((address) => !address.includes("=us")));
  });

  it("is offered a view of another cluster by what he sees there", async () => {
    const elsewhere = holding("views: [{name: A, address: '/oncall?cluster=us&ns=shop'}]");
    const viewsOf = async (us: NamespaceScope) => (await reader({ eu: elsewhere })(seeing({ eu: ["shop"], us }))).views.length;
    expect([await viewsOf(["shop"]), await viewsOf(["payments"]), await viewsOf("all")]).toEqual([1, 0, 1]);
  });

  const failed: Answer<unknown> = { ok: false, error: { kind: "unreachable", message: "connect 10.9.8.7:6443 refused" } };
  it.each([
    ["cannot be read", failed, "10.9.8.7"],
    ["may not be read", { ok: false, error: { kind: "forbidden", message: "no" } } satisfies Answer<unknown>, "denied"],
    ["are not there", { ok: false, error: { kind: "not-found", message: "" } } satisfies Answer<unknown>, "absent"],
    ["cannot be used", holding("views: [{name: Ledger, address: /groups}, {name: Ledger, address: /groups}]"), "Ledger"],
  ])("learns neither place nor reason where the views %s: the log has them, once", async (_what, answer, detail) => {
    const read = reader({ eu: answer });
    const problem = "The team's views could not be read. The server's log says why.";
    expect(await read(seeing({ eu: ["shop"] }))).toEqual({ views: [], problems: [{ cluster: "eu", problem }] });
    expect(logged).toContain(detail);
    const once = logged;
    expect((await read(wholeEu)).problems).toMatchObject([
      { cluster: "eu", place: "ConfigMap istio-system/stolos-views", problem: expect.stringContaining("ConfigMap istio-system/stolos-views") },
    ]);
    expect((await read(wholeEu)).problems[0]?.problem).not.toContain("10.9.8.7");
    expect(logged).toBe(once);
  });

  it("finds a line in the log for each new reason", async () => {
    let answer: Answer<unknown> = failed;
    const read = teamViewsReader({ teamViews, ownClientOf: () => ({ get: async () => answer }) });
    for (const next of [failed, holding("views: []"), failed, holding("view: []")]) {
      answer = next;
      await read(wholeEu);
    }
    expect(logged.trimEnd().split("\n")).toHaveLength(3);
  });
});
