import { describe, expect, it } from "vitest";
import { readConfig } from "./config";

describe("settings", () => {
  it("all have a default", () => {
    expect(readConfig({})).toMatchObject({
      kubeconfig: null,
      contexts: null,
      namespaces: [],
      visibleNamespaces: null,
      beatMs: 5_000,
      frameMs: 50,
      timeScale: 1,
    });
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
    [{ STOLOS_ALLOW_EXEC: "false" }, { allowExec: false }],
  ])("read %j", (environment, expected) => {
    expect(readConfig(environment)).toMatchObject(expected);
  });

  it.each([
    ["STOLOS_FRAME_MS", "soon"],
    ["STOLOS_BEAT_SECONDS", "3600"],
    ["STOLOS_TIME_SCALE", "0"],
    ["STOLOS_ALLOW_EXEC", "perhaps"],
  ])("that cannot be read are named: %s=%s", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });
});
