import { describe, expect, it } from "vitest";
import { brokenMachineLabelRules, brokenRules, brokenTokenRules } from "./broken-rules";
import type { PlatformPolicies } from "./policies";

const NONE: PlatformPolicies = { namespaces: null, namePattern: null, requiredLabels: [], networks: null, maxTokenSeconds: null, presets: [] };
const TEAM: PlatformPolicies = { ...NONE, requiredLabels: [{ key: "team", values: ["shop", "lab"] }] };
const ANY: PlatformPolicies = { ...NONE, requiredLabels: [{ key: "team", values: [] }] };
const VMS: PlatformPolicies = { ...NONE, networks: ["vms"] };

const group = (spec: object, name = "web") => ({ kind: "WorkloadGroup", namespace: "shop", isNew: true, body: { metadata: { name }, spec } });
const entry = (metadata: object, spec: object) => ({ kind: "WorkloadEntry", namespace: "shop", isNew: false, body: { metadata, spec } });
const codes = (rails: PlatformPolicies, written: Parameters<typeof brokenRules>[1]) => brokenRules(rails, written).map(({ code }) => code);
const labelled = (team: unknown) => ({ metadata: { labels: { team } } });

describe("the check of an object against the rules", () => {
  it.each([
    ["nothing without rules", NONE, group({}), []],
    ["nothing in a namespace that matches", { ...NONE, namespaces: ["lab", "sh*"] }, group({}), []],
    ["the namespace rule if no pattern matches", { ...NONE, namespaces: ["lab"] }, group({}), ["namespace"]],
    ["the namespace rule if the list is empty", { ...NONE, namespaces: [] }, group({}), ["namespace"]],
    ["the namespace rule for a Service", { ...NONE, namespaces: ["lab"] }, { kind: "Service", namespace: "shop", isNew: true, body: {} }, ["namespace"]],
    ["the name rule for a new group", { ...NONE, namePattern: "shop-*" }, group({}), ["name"]],
    ["the name rule if the name is missing", { ...NONE, namePattern: "shop-*" }, { ...group({}), body: { metadata: { generateName: "shop-" } } }, ["name"]],
    ["no name rule for an existing group", { ...NONE, namePattern: "shop-*" }, { ...group({}), isNew: false }, []],
    ["a missing label", TEAM, group({}), ["label-missing"]],
    ["an empty label", ANY, group(labelled("")), ["label-missing"]],
    ["a label that is not a string", ANY, group(labelled(7)), ["label-missing"]],
    ["a label with a value that is not allowed", TEAM, group(labelled("bank")), ["label-value"]],
    ["nothing for a label with an allowed value", TEAM, group(labelled("lab")), []],
    ["nothing for a label that only the template has", TEAM, group({ template: { labels: { team: "lab" } } }), []],
    ["a metadata label, even if the template's value is allowed", TEAM, group({ ...labelled("bank"), template: { labels: { team: "lab" } } }), ["label-value"]],
    ["a template label, even if the metadata's value is allowed", TEAM, group({ ...labelled("lab"), template: { labels: { team: "bank" } } }), ["label-value"]],
    ["an empty template label over a metadata label", ANY, group({ ...labelled("lab"), template: { labels: { team: "" } } }), ["label-missing"]],
    [
      "a label of metadata and template, at both paths",
      TEAM,
      group({ ...labelled("bank"), template: { labels: { team: "dmz" } } }),
      ["label-value", "label-value"],
    ],
    [
      "a missing label whose key is inherited from the prototype",
      { ...NONE, requiredLabels: [{ key: "constructor", values: [] }] },
      group({}),
      ["label-missing"],
    ],
    ["the network rule for a network that is not allowed", VMS, group({ template: { network: "dmz" } }), ["network"]],
    ["the network rule if the group has no network", VMS, group({}), ["network"]],
    ["nothing for the network of the mesh settings if it is allowed", { ...NONE, networks: [""] }, group({}), []],
    ["a label in the spec of an entry", TEAM, entry({}, { labels: { team: "bank" } }), ["label-value"]],
    ["nothing for an allowed label in the metadata of an entry", TEAM, entry({ labels: { team: "shop" } }, {}), []],
    ["nothing for a spec label if the metadata of the entry has an allowed value", TEAM, entry({ labels: { team: "shop" } }, { labels: { team: "bank" } }), []],
    [
      "a metadata label of an entry that has precedence over an allowed spec label",
      TEAM,
      entry({ labels: { team: "bank" } }, { labels: { team: "shop" } }),
      ["label-value"],
    ],
    ["the network rule for an entry", VMS, entry({}, { network: "dmz" }), ["network"]],
    ["no label rule for a Service", TEAM, { kind: "Service", namespace: "shop", isNew: true, body: {} }, []],
  ])("the check of an object against the rules reports %s", (_title, rails, written, expected) => {
    expect(codes(rails, written)).toEqual(expected);
  });

  it.each([
    [group(labelled("bank")), ["spec", "metadata", "labels", "team"]],
    [group({ ...labelled("lab"), template: { labels: { team: "bank" } } }), ["spec", "template", "labels", "team"]],
    [entry({ labels: { team: "bank" } }, {}), ["metadata", "labels", "team"]],
    [entry({}, { labels: { team: "bank" } }), ["spec", "labels", "team"]],
  ])("the check of an object against the rules reports the path of the field and the allowed values: %j", (written, path) => {
    expect(brokenRules(TEAM, written)).toEqual([{ path, code: "label-value", values: { key: "team", value: "bank", allowed: "shop, lab" } }]);
  });
});

describe("the check of one machine's labels against the rules", () => {
  it.each<[claim: string, rails: PlatformPolicies, labels: readonly (readonly [string, string])[], codes: readonly string[]]>([
    ["nothing without labels", TEAM, [], []],
    ["nothing for a label without a rule", TEAM, [["app", "web"]], []],
    ["nothing for an allowed value", TEAM, [["team", "lab"]], []],
    ["the label rule for another value", TEAM, [["team", "bank"]], ["label-value"]],
    ["the label rule for an empty value", ANY, [["team", ""]], ["label-missing"]],
  ])("the check of one machine's labels against the rules reports %s", (_claim, rails, labels, expected) => {
    expect(brokenMachineLabelRules(rails, labels).map(({ code }) => code)).toEqual(expected);
  });
});

describe("the check of a token against the rules", () => {
  it.each([
    [NONE, 3_600, []],
    [{ ...NONE, maxTokenSeconds: 1_200 }, 1_200, []],
    [{ ...NONE, maxTokenSeconds: 1_200 }, 1_201, ["token-life"]],
    [{ ...NONE, maxTokenSeconds: 1_200 }, Number.NaN, ["token-life"]],
    [{ ...NONE, namespaces: ["lab"] }, 600, ["namespace"]],
  ])("the check of a token against the rules is right for the rules %j and a lifetime of %d seconds", (rails, seconds, expected) => {
    expect(brokenTokenRules(rails, { namespace: "shop", seconds }).map(({ code }) => code)).toEqual(expected);
  });
});
