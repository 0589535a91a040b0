import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "@/lib/server/config";
import { NO_PROXIES } from "@/lib/server/http/outbound-proxy";
import { listenProblem } from "./listen-problem";

const folder = mkdtempSync(join(tmpdir(), "stolos-settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const PUBLIC = { STOLOS_PUBLIC_URL: "https://stolos.example.com" };
const POD = { KUBERNETES_SERVICE_HOST: "10.96.0.1" };
const OIDC = { ...PUBLIC, STOLOS_SIGN_IN: "oidc", STOLOS_OIDC_ISSUER: "https://id.example.com", STOLOS_OIDC_CLIENT_ID: "stolos" };
const providerOf = (settings: Readonly<Record<string, string>>) => {
  const { signIn } = readConfig({ ...OIDC, ...settings });
  if (signIn.kind !== "oidc") throw new Error("no sign-in through a provider");
  return signIn.provider;
};

describe("the settings of a sign-in through a provider", () => {
  it("have the defaults of kube-apiserver", () => {
    expect(providerOf({})).toEqual({
      ...{ issuer: "https://id.example.com", clientId: "stolos", clientSecret: null, ca: null, scopes: "openid email offline_access", proxies: NO_PROXIES },
      ...{ usernameClaim: "sub", usernamePrefix: "https://id.example.com#", groupsClaim: null, groupsPrefix: "" },
    });
  });

  it.each([
    [{ STOLOS_OIDC_USERNAME_CLAIM: "email" }, { usernameClaim: "email", usernamePrefix: "" }],
    [{ STOLOS_OIDC_USERNAME_CLAIM: "name" }, { usernamePrefix: "https://id.example.com#" }],
    [{ STOLOS_OIDC_USERNAME_PREFIX: "-" }, { usernamePrefix: "" }],
    [{ STOLOS_OIDC_USERNAME_PREFIX: "oidc:" }, { usernamePrefix: "oidc:" }],
    [
      { STOLOS_OIDC_GROUPS_CLAIM: "groups", STOLOS_OIDC_GROUPS_PREFIX: "oidc:" },
      { groupsClaim: "groups", groupsPrefix: "oidc:" },
    ],
    [{ STOLOS_OIDC_SCOPES: "openid,groups" }, { scopes: "openid groups" }],
    [{ STOLOS_OIDC_CLIENT_SECRET: "hush" }, { clientSecret: "hush" }],
  ])("%j", (settings, provider) => {
    expect(providerOf(settings)).toMatchObject(provider);
  });

  it("take a secret and an authority from files", () => {
    const settings = { STOLOS_OIDC_CLIENT_SECRET_FILE: file("secret", "hush\n"), STOLOS_OIDC_CA: file("ca", "-----BEGIN CERTIFICATE-----\n") };
    expect(providerOf(settings)).toMatchObject({ clientSecret: "hush", ca: "-----BEGIN CERTIFICATE-----\n" });
  });
});

describe("settings that are unsafe or contradict each other are refused at the start, each with its reason", () => {
  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ["a public URL with a path", { STOLOS_PUBLIC_URL: "https://stolos.example.com/stolos" }, /STOLOS_PUBLIC_URL: .* has a path/],
    ["a public URL with a query", { STOLOS_PUBLIC_URL: "https://stolos.example.com/?a" }, /STOLOS_PUBLIC_URL: .* has a path, a query/],
    ["a public URL of plain HTTP that others can reach", { STOLOS_PUBLIC_URL: "http://stolos.example.com" }, /STOLOS_PUBLIC_URL: .* is plain HTTP/],
    ["a public URL that others can reach, and nobody asked who they are", PUBLIC, /nobody is asked who they are/],
    ["a provider without a public URL", { ...OIDC, STOLOS_PUBLIC_URL: "" }, /STOLOS_PUBLIC_URL is not set/],
    ["a provider without an issuer", { ...OIDC, STOLOS_OIDC_ISSUER: "" }, /STOLOS_OIDC_ISSUER is not set/],
    ["a provider without a client", { ...OIDC, STOLOS_OIDC_CLIENT_ID: "" }, /STOLOS_OIDC_CLIENT_ID is not set/],
    ["a provider, and its secret, over plain HTTP", { ...OIDC, STOLOS_OIDC_ISSUER: "http://id.example.com", STOLOS_OIDC_CLIENT_SECRET: "hush" }, /plain HTTP/],
    ["a provider over plain HTTP on this machine", { ...OIDC, STOLOS_OIDC_ISSUER: "http://localhost:9000" }, /STOLOS_OIDC_CA/],
    ["an issuer with a query", { ...OIDC, STOLOS_OIDC_ISSUER: "https://id.example.com/?tenant=1" }, /an issuer has none/],
    ["scopes without an ID token", { ...OIDC, STOLOS_OIDC_SCOPES: "email groups" }, /lacks openid/],
    ["two secrets", { ...OIDC, STOLOS_OIDC_CLIENT_SECRET: "a", STOLOS_OIDC_CLIENT_SECRET_FILE: "/b" }, /both set/],
    ["a secret's file that is not there", { ...OIDC, STOLOS_OIDC_CLIENT_SECRET_FILE: join(folder, "none") }, /cannot be read \(ENOENT\)/],
    ["a secret's file that is empty", { ...OIDC, STOLOS_OIDC_CLIENT_SECRET_FILE: file("empty", "\n") }, /which is empty/],
    ["an authority that is none", { ...OIDC, STOLOS_OIDC_CA: file("no-ca", "hello") }, /holds no certificate/],
    ["a prefix of Kubernetes' own users", { ...OIDC, STOLOS_OIDC_USERNAME_PREFIX: "system:" }, /STOLOS_OIDC_USERNAME_PREFIX begins with system:/],
    [
      "a prefix of Kubernetes' own groups",
      { ...OIDC, STOLOS_OIDC_GROUPS_CLAIM: "groups", STOLOS_OIDC_GROUPS_PREFIX: "system:serviceaccounts:" },
      /STOLOS_OIDC_GROUPS_PREFIX begins with system:/,
    ],
    ["a prefix of groups that nobody reads", { ...OIDC, STOLOS_OIDC_GROUPS_PREFIX: "oidc:" }, /without STOLOS_OIDC_GROUPS_CLAIM/],
    ["a provider that is set and not used", { STOLOS_SIGN_IN: "token", STOLOS_OIDC_ISSUER: "https://id.example.com" }, /STOLOS_SIGN_IN is token/],
    ["nobody asked at an address that others reach, in a Pod too", { ...PUBLIC, ...POD, STOLOS_SIGN_IN: "local" }, /nobody is asked who they are/],
    ["a provider that is set in a Pod and not used", { ...POD, STOLOS_OIDC_ISSUER: "https://id.example.com" }, /STOLOS_SIGN_IN is token/],
    ["certificates that nobody checks", { NODE_TLS_REJECT_UNAUTHORIZED: "0" }, /NODE_TLS_REJECT_UNAUTHORIZED: "0" turns off.*NODE_EXTRA_CA_CERTS/],
    ["a key that is short", { STOLOS_SESSION_KEY: Buffer.from("short").toString("base64") }, /STOLOS_SESSION_KEY: is no key/],
    ["a key that repeats itself", { STOLOS_SESSION_KEY: Buffer.alloc(32, "abc").toString("base64") }, /STOLOS_SESSION_KEY: is no key/],
    ["the example key of docs/sign-in.md", { STOLOS_SESSION_KEY: "bm8gb25lIHNlYWxzIGEgc2Vzc2lvbiBieSB0aGlzISE=" }, /example key of docs\/sign-in\.md/],
  ])("%s", (_what, settings, reason) => {
    expect(() => readConfig(settings)).toThrow(reason);
  });

  it("never repeats a secret", () => {
    const settings = { ...OIDC, STOLOS_OIDC_ISSUER: "http://id.example.com", STOLOS_OIDC_CLIENT_SECRET: "hunter2" };
    expect(() => readConfig(settings)).toThrow(expect.not.objectContaining({ message: expect.stringContaining("hunter2") }));
  });
});

describe("listening beyond this machine", () => {
  const problemWith = (host: string, settings: Readonly<Record<string, string>>) => listenProblem(host, readConfig(settings));

  it.each(["127.0.0.1", "::1", "localhost"])("is not what %s is", (host) => {
    expect(problemWith(host, {})).toBeNull();
  });

  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ["without a sign-in", {}, /nobody is asked who they are/],
    ["without a sign-in, and writing", { STOLOS_READ_ONLY: "false" }, /nobody is asked who they are/],
    ["without a sign-in in a Pod, where that was chosen", { ...POD, STOLOS_SIGN_IN: "local" }, /nobody is asked who they are/],
    ["in a Pod, with the token that is its default, over plain HTTP", POD, /plain HTTP/],
    ["with a token over plain HTTP", { STOLOS_SIGN_IN: "token" }, /plain HTTP/],
    ["with a public URL that is not https", { STOLOS_SIGN_IN: "token", STOLOS_PUBLIC_URL: "http://localhost:3000" }, /plain HTTP/],
  ])("is refused %s", (_how, settings, reason) => {
    expect(problemWith("0.0.0.0", settings)).toMatch(reason);
    expect(problemWith("::", settings)).toMatch(reason);
  });

  it.each([{ ...PUBLIC, STOLOS_SIGN_IN: "token" }, { ...PUBLIC, ...POD }, OIDC])("is possible where people sign in and TLS ends in front: %j", (settings) => {
    expect(problemWith("0.0.0.0", settings)).toBeNull();
  });
});
