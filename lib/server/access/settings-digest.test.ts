import { expect, it } from "vitest";
import { readConfig } from "@/lib/server/config";
import { settingsDigest } from "./settings-digest";

const KEYS = ["AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "IAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="] as const;
const BASE = { STOLOS_SIGN_IN: "token", STOLOS_SESSION_KEY: KEYS[0], STOLOS_DATABASE_URL: "postgres://stolos:one@db.example/stolos?sslmode=verify-full" };
const digest = (more: Readonly<Record<string, string>> = {}) => settingsDigest(readConfig({ ...BASE, ...more }));

it.each([
  ["another setting", { STOLOS_READ_ONLY: "false" }],
  ["a default that is written down otherwise", { STOLOS_ISTIO_NAMESPACE: "istio" }],
  ["a database elsewhere", { STOLOS_DATABASE_URL: "postgres://stolos:one@other.example/stolos?sslmode=verify-full" }],
  ["no key", { STOLOS_SESSION_KEY: "" }],
])("%s makes another digest", (_claim, more) => {
  expect(digest(more)).not.toBe(digest());
});

it.each([
  ["a default that is written down", { STOLOS_READ_ONLY: "true" }],
  ["another key", { STOLOS_SESSION_KEY: KEYS[1] }],
  ["another password of the database", { STOLOS_DATABASE_URL: "postgres://stolos:two@db.example/stolos?sslmode=verify-full&password=three" }],
])("%s makes none", (_claim, more) => {
  expect(digest(more)).toBe(digest());
});

it("tells of a provider's client whether it has a secret, and not which", () => {
  const provider = {
    STOLOS_SIGN_IN: "oidc",
    STOLOS_PUBLIC_URL: "https://stolos.example",
    STOLOS_OIDC_ISSUER: "https://id.example",
    STOLOS_OIDC_CLIENT_ID: "s",
  };
  const [none, one, two] = ["", "one", "two"].map((secret) => digest({ ...provider, STOLOS_OIDC_CLIENT_SECRET: secret }));
  expect(one).toBe(two);
  expect(one).not.toBe(none);
});
