import { describe, expect, it } from "vitest";
import {
  allowedTokenLives,
  type CertificatePeriod,
  certificateCovers,
  certificateNamesOf,
  holdsPrivateKey,
  type RootCertificateStatus,
  recommendedNameWay,
  rootCertificateStatusOf,
} from "./credentials";

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
    expect(certificateCovers({ names }, name)).toBe(has);
  });
});

it.each<[address: string, names: readonly string[] | null, way: string]>([
  ["gw.example.net", ["gw.example.net"], "custom-host"],
  ["gw.example.net", [], "resolved"],
  ["gw.example.net", null, "resolved"],
  ["203.0.113.10", ["203.0.113.10"], "resolved"],
  ["", ["gw.example.net"], "resolved"],
])("a gateway at %j, where the certificate has %j, is used so: %s", (address, names, way) => {
  expect(recommendedNameWay(address, { names })).toBe(way);
});

const from = (start: number, until: number): CertificatePeriod => ({ from: start, until });

it.each<[claim: string, periods: readonly CertificatePeriod[] | null, standing: RootCertificateStatus]>([
  ["no certificates cannot be read", null, { kind: "unreadable" }],
  ["an empty list is none", [], { kind: "unreadable" }],
  ["one holds from its first to its last moment", [from(100, 100)], { kind: "holds", until: 100 }],
  ["of several that hold the last to end counts", [from(0, 200), from(50, 300)], { kind: "holds", until: 300 }],
  ["one that holds is enough beside one that has ended", [from(0, 50), from(50, 150)], { kind: "holds", until: 150 }],
  ["all have ended, the last at its end", [from(0, 99), from(0, 50)], { kind: "ended", until: 99 }],
  ["the next one holds from its beginning", [from(0, 50), from(300, 400), from(200, 400)], { kind: "not-yet", from: 200 }],
])("a root certificate: %s", (_claim, periods, standing) => {
  expect(rootCertificateStatusOf(periods, 100)).toEqual(standing);
});

it.each([
  ["-----BEGIN PRIVATE KEY-----\nabc", true],
  ["-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n-----BEGIN RSA PRIVATE KEY-----\n", true],
  ["-----BEGIN EC PRIVATE KEY-----", true],
  ["-----BEGIN ENCRYPTED PRIVATE KEY-----", true],
  [JSON.stringify({ rootCertificate: "-----BEGIN PRIVATE KEY-----\nabc" }), true],
  ["-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n", false],
  ["a private key", false],
])("%j: %s", (text, holds) => {
  expect(holdsPrivateKey(text)).toBe(holds);
});

it.each([
  ["no rule", null, [10, 30, 60]],
  ["a rule that allows all", 3_600, [10, 30, 60]],
  ["half an hour", 1_800, [10, 30]],
  ["a quarter of an hour", 900, [10, 15]],
  ["the shortest that the API server gives", 600, [10]],
  ["a limit within a minute", 650, [10]],
])("with %s, a token lives for %j seconds at most", (_, most, lives) => expect(allowedTokenLives(most)).toEqual(lives));
