import { describe, expect, it } from "vitest";
import type { Answer } from "@/lib/server/kube/kube-error";
import { teamViewsReader } from "./read-team-views";

const teamViews = { namespace: "istio-system", name: "stolos-views" };
const holding = (text: string): Answer<unknown> => ({ ok: true, value: { data: { "views.yaml": text } } });

function reader(answers: Readonly<Record<string, Answer<unknown>>>) {
  return teamViewsReader({
    teamViews,
    ownClientOf: (cluster) => {
      const answer = answers[cluster];
      return answer === undefined ? undefined : { get: async () => answer };
    },
  });
}

describe("the views of a team", () => {
  it("are those of each cluster, with the addresses of lists", async () => {
    const eu = holding("views:\n  - name: Payments at night\n    address: /oncall?ns=payments\n");
    const us = holding("views:\n  - {name: Wall, address: '/oncall?display=wall'}\n");
    expect(await reader({ eu, us })(["eu", "us"])).toEqual({
      views: [
        { cluster: "eu", name: "Payments at night", address: "/oncall?ns=payments" },
        { cluster: "us", name: "Wall", address: "/oncall?display=wall" },
      ],
      problems: [],
    });
  });

  it("are none where no setting names any, and nobody is asked", async () => {
    const read = teamViewsReader({ teamViews: null, ownClientOf: () => expect.fail("asked") });
    expect(await read(["eu"])).toEqual({ views: [], problems: [] });
  });

  it("of one cluster do not fall with those of another", async () => {
    const eu = holding("views: [{name: A, address: /groups}]");
    const us: Answer<unknown> = { ok: false, error: { kind: "unreachable", message: "connection refused" } };
    expect(await reader({ eu, us })(["eu", "us"])).toMatchObject({
      views: [{ cluster: "eu", name: "A" }],
      problems: [{ cluster: "us", problem: expect.stringMatching(/could not be read\. Connection refused\./) }],
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
    expect(await reader({ eu: holding(text) })(["eu"])).toEqual({ views: [], problems: [{ cluster: "eu", problem: expect.stringMatching(words) }] });
  });
});
