import { describe, expect, it } from "vitest";
import {
  type CertificatePeriod,
  certificateCovers,
  certificateNamesFromCustomHosts,
  containsPrivateKey,
  defaultGatewayNameUse,
  type RootCertificateStatus,
  rootCertificateStatusOf,
  tokenLifetimeChoices,
} from "./credentials";

const source = "ISTIOD_CUSTOM_HOST of istiod's Pods";

describe("the names in istiod's certificate", () => {
  it.each([
    [{ kind: "known", value: "", source }, []],
    [{ kind: "known", value: "gw.example.net", source }, ["gw.example.net"]],
    [{ kind: "known", value: "gw.example.net,,*.example.org", source }, ["gw.example.net", "*.example.org"]],
    [{ kind: "assumed", value: "gw.example.net", source }, null],
    [{ kind: "denied", source }, null],
  ] as const)("the names in istiod's certificate are read from the fact %j as %j", (fact, names) => {
    expect(certificateNamesFromCustomHosts(fact)).toEqual({ names, source });
  });

  it.each<[names: readonly string[] | null, name: string, has: boolean | null]>([
    [["gw.example.net"], "gw.example.net", true],
    [["gw.example.net"], "GW.example.net.", true],
    [["gw.example.net"], "example.net", false],
    [["*.example.net"], "gw.example.net", true],
    [["*.example.net"], "a.gw.example.net", false],
    [["*.example.net"], "example.net", false],
    // istiod accepts a name with a space before it, but no machine connects with such a name.
    [["a.example.net", " gw.example.net"], "gw.example.net", false],
    [[], "gw.example.net", false],
    [null, "gw.example.net", null],
  ])("certificateCovers with the names %j for '%s' is %s", (names, name, has) => {
    expect(certificateCovers({ names }, name)).toBe(has);
  });
});

it.each<[address: string, names: readonly string[] | null, way: string]>([
  ["gw.example.net", ["gw.example.net"], "custom-host"],
  ["gw.example.net", [], "resolved"],
  ["gw.example.net", null, "resolved"],
  ["203.0.113.10", ["203.0.113.10"], "resolved"],
  ["", ["gw.example.net"], "resolved"],
])("defaultGatewayNameUse for the gateway %j and the certificate names %j is '%s'", (address, names, way) => {
  expect(defaultGatewayNameUse(address, { names })).toBe(way);
});

const from = (start: number, until: number): CertificatePeriod => ({ from: start, until });

it.each<[claim: string, periods: readonly CertificatePeriod[] | null, standing: RootCertificateStatus]>([
  ["unreadable if the text is not a list of certificates", null, { kind: "unreadable" }],
  ["unreadable for an empty list", [], { kind: "unreadable" }],
  ["valid from its first to its last millisecond", [from(100, 100)], { kind: "holds", until: 100 }],
  ["valid until the latest end of several valid certificates", [from(0, 200), from(50, 300)], { kind: "holds", until: 300 }],
  ["valid if one certificate is valid and another has expired", [from(0, 50), from(50, 150)], { kind: "holds", until: 150 }],
  ["expired at the latest end if all certificates have expired", [from(0, 99), from(0, 50)], { kind: "ended", until: 99 }],
  ["not yet valid until the earliest future start", [from(0, 50), from(300, 400), from(200, 400)], { kind: "not-yet", from: 200 }],
])("rootCertificateStatusOf reports root certificates as %s", (_claim, periods, standing) => {
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
])("containsPrivateKey of %j is %s", (text, holds) => {
  expect(containsPrivateKey(text)).toBe(holds);
});

it.each([
  ["no rule", null, [10, 30, 60]],
  ["a limit of an hour", 3_600, [10, 30, 60]],
  ["a limit of half an hour", 1_800, [10, 30]],
  ["a limit of a quarter of an hour", 900, [10, 15]],
  ["the API server's minimum as the limit", 600, [10]],
  ["a limit that is not a whole minute", 650, [10]],
])("tokenLifetimeChoices with %s are %j minutes", (_, most, lives) => expect(tokenLifetimeChoices(most)).toEqual(lives));
