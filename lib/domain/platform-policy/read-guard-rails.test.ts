import { describe, expect, it } from "vitest";
import { readPlatformPolicies } from "./read-policies";

const SILENT = { clusterId: null, trustDomain: null, meshId: null, revision: null, gateway: null, rootCertificate: null };
const NONE = { namespaces: null, namePattern: null, requiredLabels: [], networks: null, maxTokenSeconds: null, presets: [] };

describe("the policy document of a platform team", () => {
  it("the policy document of a platform team has no rule for a missing field", () => {
    expect(readPlatformPolicies({})).toEqual({ rails: NONE });
  });

  it("the policy document of a platform team is read with all its fields", () => {
    const preset = {
      name: "web",
      labels: { team: "shop" },
      network: "vms",
      locality: "eu/a",
      serviceAccount: "web-vm",
      ports: { http: 80 },
      probe: { tcpSocket: { port: 80 } },
      mesh: { ...SILENT, gateway: "gw.example.net" },
    };
    const rules = { namespaces: ["shop", "lab-*"], namePattern: "*-vm", networks: ["", "vms"], maxTokenSeconds: 1_200 };
    const requiredLabels = [{ key: "team", values: ["shop"] }, { key: "app" }];
    expect(readPlatformPolicies({ ...rules, requiredLabels, presets: [{ ...preset, mesh: { gateway: "gw.example.net" } }] })).toEqual({
      rails: { ...rules, presets: [preset], requiredLabels: [requiredLabels[0], { key: "app", values: [] }] },
    });
  });

  it("the policy document of a platform team has presets with only the values that it contains", () => {
    const read = readPlatformPolicies({ presets: [{ name: "bare" }] });
    expect(read).toEqual({
      rails: { ...NONE, presets: [{ name: "bare", labels: {}, network: null, locality: null, serviceAccount: null, ports: {}, probe: null, mesh: SILENT }] },
    });
  });

  it.each([
    [null, [], "wrong-type"],
    ["namespaces: [shop]", [], "wrong-type"],
    [{ namespace: ["shop"] }, ["namespace"], "unknown-field"],
    [{ namespaces: "shop" }, ["namespaces"], "wrong-type"],
    [{ namespaces: null }, ["namespaces"], "wrong-type"],
    [{ namespaces: [1] }, ["namespaces", 0], "wrong-type"],
    [{ namespaces: ["(a+)+$"] }, ["namespaces", 0], "bad-pattern"],
    [{ namePattern: "^shop" }, ["namePattern", 0], "bad-pattern"],
    [{ namePattern: 7 }, ["namePattern"], "wrong-type"],
    [{ requiredLabels: [{ key: "team", value: "x" }] }, ["requiredLabels", 0, "value"], "unknown-field"],
    [{ requiredLabels: [{}] }, ["requiredLabels", 0], "bad-label"],
    [{ requiredLabels: [{ key: "team" }, { key: "team" }] }, ["requiredLabels", 1], "twice"],
    [{ networks: Array(101).fill("n") }, ["networks"], "too-many"],
    [{ maxTokenSeconds: "600" }, ["maxTokenSeconds"], "wrong-type"],
    [{ maxTokenSeconds: 60 }, ["maxTokenSeconds"], "range"],
    [{ maxTokenSeconds: 86_400 }, ["maxTokenSeconds"], "range"],
    [{ presets: [{ name: "" }] }, ["presets", 0, "name"], "wrong-type"],
    [{ presets: [{ name: "web", ports: { http: 0 } }] }, ["presets", 0, "ports", "http"], "range"],
    [{ presets: [{ name: "web", labels: { team: "a b" } }] }, ["presets", 0, "labels", "team"], "bad-label"],
    [{ presets: [{ name: "web", probe: [] }] }, ["presets", 0, "probe"], "wrong-type"],
    [{ presets: [{ name: "web" }, { name: "web" }] }, ["presets", 1], "twice"],
    [{ presets: [{ name: "web", mesh: { gateway: "no name" } }] }, ["presets", 0, "mesh", "gateway"], "bad-value"],
    [
      {
        presets: [
          { name: "a", mesh: { clusterId: "eu" } },
          { name: "b", mesh: { clusterId: "us" } },
        ],
      },
      ["presets", 1, "mesh", "clusterId"],
      "contradicts",
    ],
  ])("the policy document of a platform team is rejected as %j, with an error at the field", (document, path, code) => {
    expect(readPlatformPolicies(document)).toMatchObject({ problems: expect.arrayContaining([expect.objectContaining({ path, code })]) });
  });
});
