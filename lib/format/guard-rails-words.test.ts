import { describe, expect, it } from "vitest";
import { policyRules } from "@/lib/domain/platform-policy/policies";
import {
  brokenRuleAt,
  brokenRuleWords,
  policyWords,
  presetDiffersWords,
  presetSourceWords,
  presetsWords,
  railsProblemWords,
  railsUnknownWords,
} from "./guard-rails-words";

describe("the rules of a platform team", () => {
  it.each([
    ["namespace", { namespace: "lab", allowed: "shop, web-*" }, "The platform team does not allow namespace lab. It allows shop, web-*."],
    ["namespace", { namespace: "lab", allowed: "" }, "The platform team does not allow namespace lab. It allows none."],
    ["name", { name: "web", pattern: "shop-*" }, "The platform team wants names of groups like shop-*, where * is any text. Choose such a name."],
    ["label-missing", { key: "team", allowed: "" }, "The platform team wants the label team on machines. Give it a value."],
    ["label-missing", { key: "team", allowed: "shop, lab" }, "The platform team wants the label team on machines. Its values: shop, lab."],
    ["label-value", { key: "team", value: "bank", allowed: "shop" }, "The platform team does not allow team=bank. Its values: shop."],
    ["network", { network: "dmz", allowed: "vms, " }, "The platform team does not allow network dmz. It allows vms, the mesh's default."],
    ["network", { network: "", allowed: "vms" }, "The platform team does not allow an empty network. It allows vms."],
    ["token-life", { most: "1200" }, "The platform team allows tokens of at most 1200 seconds. Choose a shorter life."],
  ] as const)("are told where they are broken: %s %j", (code, values, words) => {
    expect(brokenRuleWords({ code, values })).toBe(words);
  });

  it("are told with the field where no field is shown", () => {
    const values = { network: "dmz", allowed: "vms" };
    expect(brokenRuleAt({ path: ["spec", "template", "network"], code: "network", values })).toMatch(/^spec\.template\.network: The platform team/);
  });

  it.each([
    [{ path: [], code: "wrong-type", values: { wanted: "an object", found: "null" } }, "The document has to be an object, and is null."],
    [{ path: ["namespaces", 0], code: "bad-pattern", values: { text: "^a" } }, /^namespaces\[0\] is no pattern: "\^a"\. A pattern is/],
    [{ path: ["namespace"], code: "unknown-field", values: { known: "namespaces" } }, "namespace is no field of the rules: those are namespaces."],
    [
      { path: ["presets", 0, "mesh", "gateway"], code: "bad-value", values: { wanted: "an IP address or a domain name" } },
      "presets[0].mesh.gateway has to be an IP address or a domain name.",
    ],
    [
      { path: ["presets", 1, "mesh", "clusterId"], code: "contradicts", values: { name: "All" } },
      "presets[1].mesh.clusterId is not what the preset All says, which is for groups of the same network.",
    ],
    [{ path: ["maxTokenSeconds"], code: "range", values: { least: "600", most: "3600" } }, "maxTokenSeconds has to be from 600 to 3600."],
  ] as const)("name the field of a fault in them: %j", (problem, words) => {
    expect(railsProblemWords(problem)).toMatch(words);
  });

  it.each([
    ["absent", /^ConfigMap istio-system\/rails, which holds the rules of the platform team, is not there\. Until/],
    ["denied", /^The server's own account may not read ConfigMap/],
    ["unread", /could not be read\. It did not answer\. Until/],
    ["broken", /cannot be understood: it did not answer Until/],
  ] as const)("are told apart where they are not known: %s", (why, words) => {
    expect(railsUnknownWords({ why, place: "ConfigMap istio-system/rails", reason: "it did not answer" })).toMatch(words);
  });

  it("are told as the source of what a preset says of the mesh, and where something else was read", () => {
    expect([null, "dc-1", ""].map((network) => presetSourceWords({ preset: "Web", network }))).toEqual([
      "from the preset Web",
      "from the preset Web, for groups of network dc-1",
      "from the preset Web, for groups of no network of their own",
    ]);
    const source = "ConfigMap istio-system/istio";
    expect(presetDiffersWords({ preset: "Web", source, value: "td" })).toBe(
      `${source} has td: where the preset Web is wrong, no machine joins by it. Ask the platform team which of both holds.`,
    );
    expect(presetDiffersWords({ preset: "Web", source, value: "" })).toMatch(/^ConfigMap istio-system\/istio has another one: /);
  });

  it("are each a sentence", () => {
    const none = { namespaces: null, namePattern: null, requiredLabels: [], networks: null, maxTokenSeconds: null, presets: [] };
    expect(policyRules(none).map(policyWords)).toEqual([]);
    const labels = [
      { key: "team", values: ["shop", "lab"] },
      { key: "app", values: [] },
    ];
    expect(
      policyRules({ ...none, namespaces: ["shop"], namePattern: "*-vm", requiredLabels: labels, networks: ["vms", ""], maxTokenSeconds: 1_200 }).map(
        policyWords,
      ),
    ).toEqual([
      "Namespaces: shop.",
      "Names of new groups: *-vm, where * is any text.",
      "Machines have the label team: shop, lab.",
      "Machines have the label app.",
      "Networks: vms, the mesh's default.",
      "Tokens live for 1200 seconds at most.",
    ]);
    expect(presetsWords({ place: "ConfigMap a/b" })).toBe("Start from a preset of the platform team (ConfigMap a/b):");
  });
});
