import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatTerm, type InvalidTermReason, type Term } from "./filter-term";
import { parseMachineTerms } from "./parse-terms";

const facet = (key: (Term & { kind: "facet" })["facet"], value: string, negated = false): Term => ({ kind: "facet", facet: key, value, negated });
const label = (key: string, value: string | null, negated = false): Term => ({ kind: "label", key, value, negated });
const text = (words: string, negated = false): Term => ({ kind: "text", text: words, negated });
const time = (key: "age" | "for" | "connected", comparison: "<" | "<=" | ">" | ">=", span: string, ms: number, negated = false): Term => ({
  kind: "time",
  key,
  comparison,
  span,
  ms,
  negated,
});

const UNDERSTOOD: readonly [string, ...Term[]][] = [
  ["10.20.1", text("10.20.1")],
  ["!vm-7", text("vm-7", true)],
  ["-7", text("-7")],
  ["fd00::1", text("fd00::1")],
  ["fe80:0:1", text("fe80:0:1")],
  ["10.0.0.1:8080", text("10.0.0.1:8080")],
  ["http://vm/healthz", text("http://vm/healthz")],
  ["connect:", text("connect:")],
  ["=x", text("=x")],
  ['"zone:x"', text("zone:x")],
  ['"-zone:x"', text("-zone:x")],
  ["zone:eu-central-1a", facet("zone", "eu-central-1a")],
  ["ZONE:eu-central-1a", facet("zone", "eu-central-1a")],
  ["!state:healthy", facet("state", "healthy", true)],
  ["-zone:x", facet("zone", "x", true)],
  ["zone:a,b", facet("zone", "a"), facet("zone", "b")],
  ["-zone:a,b,", facet("zone", "a", true), facet("zone", "b", true)],
  ['zone:"a b","c,d"', facet("zone", "a b"), facet("zone", "c,d")],
  ['state:"not checked",Awaiting-First-Probe', facet("state", "unchecked"), facet("state", "awaiting")],
  ["state:lost,starting,not-checked", facet("state", "vanished"), facet("state", "awaiting"), facet("state", "unchecked")],
  [
    "state:healthy,unchecked,reconnecting,unhealthy,unverified,draining",
    ...["healthy", "unchecked", "reconnecting", "unhealthy", "unverified", "draining"].map((value) => facet("state", value)),
  ],
  ["!state:Lost", facet("state", "vanished", true)],
  ["status:unhealthy", facet("state", "unhealthy")],
  ["ns:shop", facet("namespace", "shop")],
  ["app=checkout", label("app", "checkout")],
  ["app==checkout", label("app", "checkout")],
  ["app!=checkout", label("app", "checkout", true)],
  ["-app=checkout", label("app", "checkout", true)],
  ["app=*", label("app", null)],
  ["app=", label("app", "")],
  ["app=cart,billing", label("app", "cart"), label("app", "billing")],
  ["app=cart,tier!=web", label("app", "cart"), label("tier", "web", true)],
  ["app in (cart, billing)", label("app", "cart"), label("app", "billing")],
  ["app notin (cart)", label("app", "cart", true)],
  ["topology.istio.io/network=vpc-1", label("topology.istio.io/network", "vpc-1")],
  ["age>5d", time("age", ">", "5d", 432_000_000)],
  ["age:>=5d", time("age", ">=", "5d", 432_000_000)],
  ["-AGE<3h20m", time("age", "<", "3h20m", 12_000_000, true)],
  ["since<=90s", time("for", "<=", "90s", 90_000)],
  ["connected>35m", time("connected", ">", "35m", 2_100_000)],
];

const MISREAD: readonly [string, InvalidTermReason][] = [
  ["foo:bar", { code: "key", key: "foo", nearest: "for" }],
  ["color:red", { code: "key", key: "color", nearest: null }],
  ["-sate:unhealthy", { code: "key", key: "sate", nearest: "state" }],
  ["name:vm-7", { code: "plain", key: "name", value: "vm-7" }],
  ["state:foo", { code: "value", key: "state", value: "foo", nearest: null }],
  ["state:losst", { code: "value", key: "state", value: "losst", nearest: "lost" }],
  ["state:unhealty", { code: "value", key: "state", value: "unhealty", nearest: "unhealthy" }],
  ["origin:manual", { code: "value", key: "origin", value: "manual", nearest: null }],
  ["zone:", { code: "no-value", key: "zone" }],
  ["-zone:,", { code: "no-value", key: "zone" }],
  ["age>", { code: "no-value", key: "age" }],
  ["age:5d", { code: "no-comparison", key: "age", value: "5d" }],
  ["age>banana", { code: "duration", key: "age", comparison: ">", value: "banana" }],
  ["zone>5", { code: "not-compared", key: "zone" }],
  ["foo>5", { code: "not-compared", key: "foo" }],
];

describe("the parser of filters", () => {
  it.each(UNDERSTOOD)("the parser of filters understands %s", (word, ...terms) => {
    expect(parseMachineTerms(word)).toEqual(terms);
  });

  it.each(MISREAD)("the parser of filters keeps the word %s unchanged and returns why it is not valid", (word, why) => {
    expect(parseMachineTerms(word)).toEqual([{ kind: "misread", word, why, negated: false }]);
  });

  it("the parser of filters keeps valid values of a word that also has an invalid one", () => {
    const [understood, misread] = parseMachineTerms("state:unhealthy,foo");
    expect([understood, misread?.kind === "misread" ? misread.word : ""]).toEqual([facet("state", "unhealthy"), "state:foo"]);
  });

  it("the parser of filters returns the same terms after formatting and parsing again", () => {
    for (const [, ...terms] of UNDERSTOOD) expect(parseMachineTerms(terms.map(formatTerm).join(" "))).toEqual(terms);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[-!a-z:,=<>"( )\\0-9]{0,40}$/)), (words) => {
        const terms = parseMachineTerms(words);
        expect(parseMachineTerms(terms.map(formatTerm).join(" "))).toEqual(terms);
      }),
      { numRuns: 5_000 },
    );
  });

  it("the parser of filters returns equal terms once, and at most 32 terms", () => {
    expect(parseMachineTerms("a a zone:x zone:x,x")).toHaveLength(2);
    expect(parseMachineTerms(`zone:${Array.from({ length: 90 }, (_, at) => at).join()}`)).toHaveLength(32);
  });
});
