import { describe, expect, it } from "vitest";
import { policyDeedWords, policyLabelsSentence, policyReachWords, type WordedDeed } from "./policy-words";

const calls = (own: Partial<Extract<WordedDeed, { what: "calls" }>>): WordedDeed => ({
  ...{ what: "calls", host: "a.example", tls: "", subsets: [], subsetCount: 0, ejects: false },
  ...own,
});

describe("what a policy does", () => {
  it.each<[WordedDeed, string]>([
    [{ what: "authorizes", action: "ALLOW", rules: 2 }, "lets in only what 2 rules say"],
    [{ what: "authorizes", action: "ALLOW", rules: 0 }, "lets nobody in"],
    [{ what: "authorizes", action: "DENY", rules: 1 }, "refuses what 1 rule says"],
    [{ what: "authorizes", action: "DENY", rules: 0 }, "refuses nobody"],
    [{ what: "authorizes", action: "AUDIT", rules: 1 }, "logs what 1 rule says"],
    [{ what: "authorizes", action: "CUSTOM", rules: 3 }, "CUSTOM for what 3 rules say"],
    [{ what: "takes", mode: "STRICT", ports: [], decides: true }, "its sidecar takes mTLS only (STRICT)"],
    [
      { what: "takes", mode: "PERMISSIVE", ports: [{ port: 80, mode: "DISABLE" }], decides: false },
      "its sidecar takes mTLS and plain text (PERMISSIVE); port 80: DISABLE; a narrower or an older one decides",
    ],
    [{ what: "takes", mode: "", ports: [{ port: 80, mode: "" }], decides: true }, "port 80: as the rest"],
    [{ what: "takes", mode: "UNSET", ports: [], decides: false }, "says nothing of its own; a narrower or an older one decides"],
    [{ what: "knows", hosts: [] }, "its own calls know every host"],
    [{ what: "knows", hosts: ["./*", "istio-system/*", "a/b", "c/d"] }, "its own calls know ./*, istio-system/*, a/b and 1 more"],
    [calls({}), "for callers of a.example: nothing that touches it"],
    [
      calls({ tls: "ISTIO_MUTUAL", subsets: ["v1"], subsetCount: 2, ejects: true }),
      "for callers of a.example: TLS mode ISTIO_MUTUAL; in subset v1; failing endpoints are ejected",
    ],
    [calls({ subsetCount: 1 }), "for callers of a.example: in none of 1 subset"],
  ])("%j", (deed, words) => {
    expect(policyDeedWords(deed)).toBe(words);
  });
});

it("comes to a machine by the mesh, its namespace, its labels or its host", () => {
  expect((["mesh", "namespace", "labels", "host"] as const).map((by) => policyReachWords(by, "shop"))).toEqual([
    "the whole mesh",
    "all of shop",
    "its labels",
    "its host",
  ]);
});

describe("whose labels policies see", () => {
  it.each([
    [
      { labelsBy: null, bundle: "group", undecided: 0 } as const,
      "Policies see the labels of the machine's bundle: no ServiceEntry brings its entry's in. The bundle is taken to be as the group is now.",
    ],
    [
      { labelsBy: { namespace: "shop", name: "web" }, bundle: "unknown", undecided: 2 } as const,
      "Policies see its entry's labels, by ServiceEntry web, over those of its bundle. What its bundle says is not known. Of 2 policies of its namespace nobody can tell.",
    ],
  ])("%j", (input, words) => {
    expect(policyLabelsSentence(input)).toBe(words);
  });
});
