import { expect, it } from "vitest";
import { holdsPrivateKey } from "./private-key";

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
