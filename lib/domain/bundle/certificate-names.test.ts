import { describe, expect, it } from "vitest";
import { certificateHas, certificateNamesOf, usualWay } from "./certificate-names";

const source = "ISTIOD_CUSTOM_HOST of istiod's Pods";

describe("the names of istiod's certificate", () => {
  it.each([
    [{ kind: "known", value: "", source }, []],
    [{ kind: "known", value: "gw.example.net", source }, ["gw.example.net"]],
    [{ kind: "known", value: "gw.example.net,,*.example.org", source }, ["gw.example.net", "*.example.org"]],
    [{ kind: "assumed", value: "gw.example.net", source }, null],
    [{ kind: "denied", source }, null],
  ] as const)("of %j are %j", (fact, names) => {
    expect(certificateNamesOf(fact)).toEqual({ names, source });
  });

  it.each<[names: readonly string[] | null, name: string, has: boolean | null]>([
    [["gw.example.net"], "gw.example.net", true],
    [["gw.example.net"], "GW.example.net.", true],
    [["gw.example.net"], "example.net", false],
    [["*.example.net"], "gw.example.net", true],
    [["*.example.net"], "a.gw.example.net", false],
    [["*.example.net"], "example.net", false],
    // istiod takes a name with the blank before it, and no machine asks for such a one.
    [["a.example.net", " gw.example.net"], "gw.example.net", false],
    [[], "gw.example.net", false],
    [null, "gw.example.net", null],
  ])("%j: has it %s? %s", (names, name, has) => {
    expect(certificateHas({ names }, name)).toBe(has);
  });
});

it.each<[address: string, names: readonly string[] | null, way: string]>([
  ["gw.example.net", ["gw.example.net"], "custom-host"],
  ["gw.example.net", [], "resolved"],
  ["gw.example.net", null, "resolved"],
  ["203.0.113.10", ["203.0.113.10"], "resolved"],
  ["", ["gw.example.net"], "resolved"],
])("a gateway at %j, where the certificate has %j, is used so: %s", (address, names, way) => {
  expect(usualWay(address, { names })).toBe(way);
});
