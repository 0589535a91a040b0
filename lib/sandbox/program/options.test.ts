import { describe, expect, it } from "vitest";
import { readOptions } from "./options";

describe("the sandbox's options", () => {
  it("are the demo where nothing is said", () => {
    expect(readOptions([], {})).toEqual({
      scenario: "demo",
      seed: 1,
      entries: null,
      port: 0,
      kubeconfig: "sandbox.kubeconfig",
      speed: 1,
      control: null,
      maxAgeMs: null,
      bookmarkMs: null,
      tokens: null,
      maxTokenSeconds: null,
      objects: null,
      issuer: null,
    });
  });

  it("come from flags before the environment", () => {
    const options = readOptions(["--scenario", "leak", "--max-age", "60", "--bookmark-seconds", "2"], {
      SANDBOX_SCENARIO: "steady",
      SANDBOX_MAX_AGE: "90",
      SANDBOX_SPEED: "10",
    });
    expect(options).toMatchObject({ scenario: "leak", maxAgeMs: 60_000, bookmarkMs: 2_000, speed: 10 });
  });

  it("of the scenario huge are 100,000 entries, unless it is said how many", () => {
    expect(readOptions(["--scenario", "huge"], {}).entries).toBe(100_000);
    expect(readOptions(["--scenario", "huge", "--entries", "500"], {}).entries).toBe(500);
  });

  it("name a provider as kube-apiserver's options do", () => {
    const given = ["--oidc-issuer", "https://id.example", "--oidc-client-id", "stolos", "--oidc-groups-claim", "groups"];
    expect(readOptions(given, { SANDBOX_OIDC_USERNAME_PREFIX: "-" }).issuer).toMatchObject({
      ...{ issuer: "https://id.example", clientId: "stolos", ca: null, groupsClaim: "groups", usernamePrefix: "-" },
    });
    expect(() => readOptions(given.slice(0, 2), {})).toThrow(/go together/);
  });

  it.each([
    [["--scenario", "party"], "--scenario wants one of demo, steady"],
    [["--port", "99999"], "--port wants a number from 0 to 65535"],
    [["--speed", "fast"], '--speed wants a number from 0.01 to 1000, not "fast"'],
    [["--colour"], "Unknown option '--colour'"],
  ])("%j are refused in words", (args, words) => {
    expect(() => readOptions(args, {})).toThrow(words);
  });
});
