import { expect, it } from "vitest";
import { certificate } from "@/lib/testing/certificate";
import { certificatePeriods } from "./certificate-periods";

const { cert, key } = await certificate("istiod.istio-system.svc", new Date("2036-01-02T00:00:00Z"));
const second = (await certificate("istiod.istio-system.svc", new Date("2037-01-02T00:00:00Z"))).cert;
const PERIOD = { from: Date.UTC(2020, 0, 1), until: Date.UTC(2036, 0, 2) };

it.each<[claim: string, pem: string, periods: ReturnType<typeof certificatePeriods>]>([
  ["each certificate", `${cert}\n${second}\n`, [PERIOD, { ...PERIOD, until: Date.UTC(2037, 0, 2) }]],
  ["a certificate with words and a key beside it", `the root of the mesh\n${cert}\n${key}`, [PERIOD]],
  ["none of a text without any", "PEM", []],
  ["nothing of a text that only looks like one", "-----BEGIN CERTIFICATE-----\nroot\n-----END CERTIFICATE-----\n", null],
  ["nothing where one of two is broken", `${cert}\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n`, null],
  ["nothing of one that is cut off", cert.slice(0, -40), null],
  ["nothing of more than a mesh has", `${cert}\n`.repeat(101), null],
])("reads when it holds of %s", (_claim, pem, periods) => {
  expect(certificatePeriods(pem)).toEqual(periods);
});
