import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "./config";

describe("a variable that is nearly a setting", () => {
  it.each([
    ["STOLOS_VISIBLE_NAMESPACE", "STOLOS_VISIBLE_NAMESPACES"],
    ["STOLOS_READONLY", "STOLOS_READ_ONLY"],
    ["STOLOS_OIDC_GROUP_CLAIM", "STOLOS_OIDC_GROUPS_CLAIM"],
    ["STOLOS_SIGNIN", "STOLOS_SIGN_IN"],
    ["STOLOS_HOTS", "STOLOS_HOST"],
    ["STOLOS_Sign_In", "STOLOS_SIGN_IN"],
    ["STOLOS_DATABASE_URL_FIEL", "STOLOS_DATABASE_URL_FILE"],
  ])("%s stops the start, and the error names %s", (name, meant) => {
    expect(() => readConfig({ [name]: "shop" })).toThrow(`${name} is no setting, and would be without effect: ${meant} is one`);
  });

  it("is named in one error with the others", () => {
    expect(() => readConfig({ STOLOS_READONLY: "true", STOLOS_CONTEXT: "eu" })).toThrow(/STOLOS_READONLY .*; STOLOS_CONTEXT is no setting/);
  });
});

it("is named together with a bad value", () => {
  expect(() => readConfig({ STOLOS_READONLY: "true", STOLOS_FRAME_MS: "soon" })).toThrow(
    /STOLOS_READONLY is no setting.*; STOLOS_FRAME_MS: "soon" is no number/,
  );
});

describe("a variable that is no setting", () => {
  it.each(["STOLOS_GUARD_RAILS_FILE", "STOLOS_WEBHOOK_SECRET_FILE"])("stops the start if it names a file: %s", (name) => {
    expect(() => readConfig({ [name]: "/etc/stolos/file" })).toThrow(
      `${name} is no setting, and its file would not be read: these have a file: STOLOS_DATABASE_URL, STOLOS_SESSION_KEY, STOLOS_OIDC_CLIENT_SECRET`,
    );
  });

  it("is ignored and reported otherwise: it can be a setting of another version", () => {
    const { ignoredSettings } = readConfig({ STOLOS_RETENTION_BY_NAMESPACE: "shop=7", STOLOS_THEME_OF_PAGES: "dark" });
    expect(ignoredSettings).toEqual(["STOLOS_RETENTION_BY_NAMESPACE", "STOLOS_THEME_OF_PAGES"]);
  });

  it.each([
    ["that programs around the server read", { STOLOS_HOST: "127.0.0.1", STOLOS_PORT: "3000", STOLOS_CHROMIUM: "/usr/bin/chromium" }],
    ["that the build sets", { STOLOS_BUILD: "abc", STOLOS_TYPES_CHECKED: "true", STOLOS_ENDS_WITH_PARENT: "true" }],
    ["of other programs", { STOLO_READ_ONLY: "false", stolos_read_only: "false" }],
  ])("is not reported %s", (_what, environment) => {
    expect(readConfig(environment)).toEqual(readConfig({}));
  });
});

/** The variables that the kubelet sets for a Service with these ports (kubernetes.io, "Service", environment variables). */
function variablesOfService(name: string, ports: readonly { readonly name: string; readonly port: number; readonly protocol: string }[]) {
  const prefix = name.toUpperCase().replaceAll("-", "_");
  const [first] = ports;
  const host = "10.96.0.7";
  const address = ({ port, protocol }: { readonly port: number; readonly protocol: string }) => `${protocol}://${host}:${port}`;
  return Object.fromEntries([
    [`${prefix}_SERVICE_HOST`, host],
    [`${prefix}_SERVICE_PORT`, String(first?.port)],
    ...ports.map((one) => [`${prefix}_SERVICE_PORT_${one.name.toUpperCase()}`, String(one.port)]),
    ...(first === undefined ? [] : [[`${prefix}_PORT`, address(first)]]),
    ...ports.flatMap((one) => {
      const start = `${prefix}_PORT_${one.port}_${one.protocol.toUpperCase()}`;
      return [
        [start, address(one)],
        [`${start}_PROTO`, one.protocol],
        [`${start}_PORT`, String(one.port)],
        [`${start}_ADDR`, host],
      ];
    }),
  ]);
}

describe("the variables of a Service", () => {
  const ports = [
    { name: "http", port: 80, protocol: "tcp" },
    { name: "dns", port: 53, protocol: "udp" },
  ];

  it.each(["stolos", "stolos-web", "stolos-host"])("called %s are ignored", (name) => {
    const variables = variablesOfService(name, ports);
    expect(Object.keys(variables)).toHaveLength(13);
    expect(readConfig(variables)).toEqual(readConfig({}));
  });
});

describe("a secret in a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "stolos-secrets-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at));

  it("is the value of its setting, without the space around it", () => {
    const read = readConfig({
      ...{ STOLOS_SIGN_IN: "token", STOLOS_SESSION_KEY_FILE: file("key", `${key.toString("base64")}\n`) },
      STOLOS_DATABASE_URL_FILE: file("database", "postgres://stolos@localhost/stolos\n"),
    });
    expect(read).toMatchObject({ signIn: { secret: [key] }, history: { url: "postgres://stolos@localhost/stolos" } });
  });

  it.each([
    ["if it cannot be read", { STOLOS_SESSION_KEY_FILE: join(folder, "none") }, /STOLOS_SESSION_KEY_FILE names .*none, which cannot be read \(ENOENT\)\.$/],
    ["if it is empty", { STOLOS_DATABASE_URL_FILE: file("empty", " \n") }, /STOLOS_DATABASE_URL_FILE names .*empty, which is empty\.$/],
    ["if its setting is set, too", { STOLOS_DATABASE_URL: "postgres://a", STOLOS_DATABASE_URL_FILE: "/b" }, /are both set: remove one of them\.$/],
  ])("stops the start %s", (_when, environment, problem) => {
    expect(() => readConfig(environment)).toThrow(problem);
  });

  it("is not quoted if it cannot be used", () => {
    expect(() => readConfig({ STOLOS_SIGN_IN: "token", STOLOS_SESSION_KEY_FILE: file("short", "hunter2") })).toThrow(
      /^STOLOS_SESSION_KEY: is no key: (?!.*hunter2)/,
    );
  });
});
