import { describe, expect, it } from "vitest";
import { readConfig } from "./config";
import { SETTINGS } from "./settings";

const KEY = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7));

describe("settings", () => {
  it("all have a default", () => {
    expect(readConfig({})).toMatchObject({
      kubeconfig: null,
      contexts: null,
      namespaces: [],
      visibleNamespaces: null,
      beatMs: 5_000,
      frameMs: 50,
      readOnly: true,
      localAddresses: "refused",
      timeScale: 1,
    });
  });

  it("describe the defaults that depend on the machine as they are", () => {
    const { history, signIn } = readConfig({ HOME: "~" });
    const inPod = readConfig({ KUBERNETES_SERVICE_HOST: "10.96.0.1" });
    expect(SETTINGS.STOLOS_DATA.otherwise).toBe(`\`${history.kind === "on" ? history.folder : ""}\``);
    expect(SETTINGS.STOLOS_SIGN_IN.otherwise).toBe(`\`${signIn.kind}\`; in a Pod \`${inPod.signIn.kind}\``);
  });

  it.each([
    [{ STOLOS_CONTEXTS: " eu , us,," }, { contexts: ["eu", "us"] }],
    [{ STOLOS_CONTEXTS: "eu,*" }, { contexts: "all" }],
    [{ STOLOS_VISIBLE_NAMESPACES: "shop" }, { visibleNamespaces: ["shop"] }],
    [
      { STOLOS_KUBECONFIG: "", KUBECONFIG: "a:b" },
      { kubeconfig: null, kubeconfigVariable: "a:b" },
    ],
    [
      { STOLOS_BEAT_SECONDS: "0.5", STOLOS_FRAME_MS: "100" },
      { beatMs: 500, frameMs: 100 },
    ],
    [{}, { allowExec: true }],
    [{ STOLOS_ALLOW_EXEC: "false" }, { allowExec: false }],
    [{ STOLOS_SIGN_IN: "token" }, { allowExec: false }],
    [{ STOLOS_SIGN_IN: "local", KUBERNETES_SERVICE_HOST: "10.96.0.1" }, { allowExec: false }],
    [{ STOLOS_SIGN_IN: "kiosk", STOLOS_KIOSK_NAMESPACES: "shop" }, { allowExec: false }],
    [{ STOLOS_SIGN_IN: "token", STOLOS_ALLOW_EXEC: "true" }, { allowExec: true }],
    [{ STOLOS_READ_ONLY: "false" }, { readOnly: false }],
    [{ STOLOS_LOCAL_ADDRESSES: "allowed" }, { localAddresses: "allowed" }],
    [{ STOLOS_LINKS: '{"Logs": "https://logs.example/{entry}"}' }, { outsideLinks: [{ name: "Logs", template: "https://logs.example/{entry}" }] }],
    [{ STOLOS_KIALI_URL: "" }, { kialiUrl: null }],
    [{ STOLOS_GUARD_RAILS: "" }, { guardRails: null, teamViews: null }],
    [{ STOLOS_TEAM_VIEWS: "istio-system/stolos-views" }, { teamViews: { namespace: "istio-system", name: "stolos-views" } }],
    [{ STOLOS_GUARD_RAILS: "istio-system/stolos-guard-rails" }, { guardRails: { namespace: "istio-system", name: "stolos-guard-rails" } }],
    [{ STOLOS_KIALI_URL: "https://example.com/kiali/" }, { kialiUrl: "https://example.com/kiali" }],
    [{ HOME: "/home/ann" }, { history: { kind: "on", url: null, folder: "/home/ann/.local/state/stolos", days: 30, incidentDays: 90, maxMb: 2_048 } }],
    [{ HOME: "/home/ann", XDG_STATE_HOME: "/state" }, { history: { folder: "/state/stolos" } }],
    [{ HOME: "/home/ann", STOLOS_DATA: "/data", STOLOS_HISTORY_DAYS: "7" }, { history: { folder: "/data", days: 7, incidentDays: 90 } }],
    [{ HOME: "/home/ann", STOLOS_HISTORY_DAYS: "120" }, { history: { days: 120, incidentDays: 120 } }],
    [{ HOME: "/home/ann", STOLOS_INCIDENT_DAYS: "365" }, { history: { days: 30, incidentDays: 365 } }],
    [{ STOLOS_DATABASE_URL: "postgres://stolos@localhost/stolos" }, { history: { kind: "on", url: "postgres://stolos@localhost/stolos" } }],
    [{ HOME: "/home/ann", STOLOS_HISTORY: "off" }, { history: { kind: "off" } }],
    [{}, { signIn: { kind: "local" } }],
    [{ KUBERNETES_SERVICE_HOST: "" }, { signIn: { kind: "local" } }],
    [{ KUBERNETES_SERVICE_HOST: "10.96.0.1" }, { signIn: { kind: "token", clusters: [], secret: null } }],
    [{ KUBERNETES_SERVICE_HOST: "10.96.0.1", STOLOS_SIGN_IN: "local" }, { signIn: { kind: "local" } }],
    [{ STOLOS_SIGN_IN: "token" }, { signIn: { kind: "token", clusters: [], secret: null } }],
    [
      { STOLOS_SIGN_IN: "token", STOLOS_TOKEN_CLUSTERS: "eu,us", STOLOS_SESSION_KEY: KEY.toString("base64") },
      { signIn: { clusters: ["eu", "us"], secret: [KEY] } },
    ],
    [{ STOLOS_SIGN_IN: "kiosk", STOLOS_KIOSK_NAMESPACES: "shop,lab", STOLOS_NAMESPACES: "lab,web" }, { namespaces: ["lab", "web", "shop"] }],
    [{}, { history: { kind: "off", reason: "there is no folder for it: set STOLOS_DATA" } }],
  ])("read %j", (environment, expected) => {
    expect(readConfig(environment)).toMatchObject(expected);
  });

  it.each([
    ["STOLOS_FRAME_MS", "soon"],
    ["STOLOS_BEAT_SECONDS", "3600"],
    ["STOLOS_TIME_SCALE", "0"],
    ["STOLOS_ALLOW_EXEC", "perhaps"],
    ["STOLOS_READ_ONLY", "no"],
    ["STOLOS_LOCAL_ADDRESSES", "true"],
    ["STOLOS_HISTORY", "maybe"],
    ["STOLOS_SIGN_IN", "anybody"],
    ["STOLOS_KIALI_URL", "javascript:alert(1)"],
    ["STOLOS_GUARD_RAILS", "stolos-guard-rails"],
    ["STOLOS_GUARD_RAILS", "istio-system/a/b"],
    ["STOLOS_GUARD_RAILS", "istio-system/../secrets"],
    ["STOLOS_TEAM_VIEWS", "istio-system/../secrets"],
    ["STOLOS_LINKS", '{"Logs": "javascript:alert(1)"}'],
    ["STOLOS_SESSION_KEY", "secret"],
    ["STOLOS_SESSION_KEY", Buffer.alloc(32, "ab").toString("base64")],
    ["STOLOS_HISTORY_DAYS", "0"],
    ["STOLOS_INCIDENT_DAYS", "0"],
    ["STOLOS_HISTORY_MAX_MB", "much"],
    ["STOLOS_DATABASE_URL", "mysql://stolos:secret@db"],
  ])("that cannot be read are named: %s=%s", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it.each([
    [{ STOLOS_FRAME_MS: "soon" }, 'STOLOS_FRAME_MS: "soon" is no number from 10 to 1000, such as 10'],
    [{ STOLOS_FRAME_MS: "" }, 'STOLOS_FRAME_MS: "" is no number from 10 to 1000, such as 10'],
    [{ STOLOS_MAX_STREAMS: "1.5" }, 'STOLOS_MAX_STREAMS: "1.5" is no whole number from 1 to 100000, such as 1'],
    [{ STOLOS_READ_ONLY: "no" }, 'STOLOS_READ_ONLY: "no" is none of: true, false'],
    [{ STOLOS_GUARD_RAILS: "rails" }, 'STOLOS_GUARD_RAILS: "rails" is no ConfigMap: NAMESPACE/NAME'],
    [{ STOLOS_KIALI_URL: "ftp://jane:hunter2@kiali" }, /^STOLOS_KIALI_URL: "ftp:\/\/‹secret›@kiali" is no address/],
    [{ STOLOS_LINKS: "x".repeat(500) }, /^STOLOS_LINKS: "x{79,80}…?" is no JSON object/],
  ])("that cannot be used are quoted, with what is expected and an example: %j", (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });

  it("never repeats a key", () => {
    expect(() => readConfig({ STOLOS_SESSION_KEY: "hunter2" })).toThrow(expect.not.objectContaining({ message: expect.stringContaining("hunter2") }));
  });
});
