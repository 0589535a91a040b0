import { describe, expect, it } from "vitest";
import { brokenMachineRules, brokenRules, brokenTokenRules } from "./broken-rules";
import type { PlatformPolicies } from "./policies";

const NONE: PlatformPolicies = { namespaces: null, namePattern: null, requiredLabels: [], networks: null, maxTokenSeconds: null, presets: [] };
const TEAM: PlatformPolicies = { ...NONE, requiredLabels: [{ key: "team", values: ["shop", "lab"] }] };
const ANY: PlatformPolicies = { ...NONE, requiredLabels: [{ key: "team", values: [] }] };
const VMS: PlatformPolicies = { ...NONE, networks: ["vms"] };

const group = (spec: object, name = "web") => ({ kind: "WorkloadGroup", namespace: "shop", isNew: true, body: { metadata: { name }, spec } });
const entry = (metadata: object, spec: object) => ({ kind: "WorkloadEntry", namespace: "shop", isNew: false, body: { metadata, spec } });
const codes = (rails: PlatformPolicies, written: Parameters<typeof brokenRules>[1]) => brokenRules(rails, written).map(({ code }) => code);
const labelled = (team: unknown) => ({ metadata: { labels: { team } } });

describe("what an object breaks", () => {
  it.each([
    ["nothing where there are no rules", NONE, group({}), []],
    ["nothing in a namespace that fits", { ...NONE, namespaces: ["lab", "sh*"] }, group({}), []],
    ["the namespaces where none fits", { ...NONE, namespaces: ["lab"] }, group({}), ["namespace"]],
    ["the namespaces where the list is empty", { ...NONE, namespaces: [] }, group({}), ["namespace"]],
    ["the namespaces as a Service too", { ...NONE, namespaces: ["lab"] }, { kind: "Service", namespace: "shop", isNew: true, body: {} }, ["namespace"]],
    ["the name of a new group", { ...NONE, namePattern: "shop-*" }, group({}), ["name"]],
    ["the name where it is missing", { ...NONE, namePattern: "shop-*" }, { ...group({}), body: { metadata: { generateName: "shop-" } } }, ["name"]],
    ["no name of a group that is there", { ...NONE, namePattern: "shop-*" }, { ...group({}), isNew: false }, []],
    ["a label that is missing", TEAM, group({}), ["label-missing"]],
    ["a label that is empty", ANY, group(labelled("")), ["label-missing"]],
    ["a label that is no text", ANY, group(labelled(7)), ["label-missing"]],
    ["a label of another value", TEAM, group(labelled("bank")), ["label-value"]],
    ["no label of a value that is allowed", TEAM, group(labelled("lab")), []],
    ["no label that the template has", TEAM, group({ template: { labels: { team: "lab" } } }), []],
    ["a label of the metadata, be that of the template allowed", TEAM, group({ ...labelled("bank"), template: { labels: { team: "lab" } } }), ["label-value"]],
    ["a label of the template, be that of the metadata allowed", TEAM, group({ ...labelled("lab"), template: { labels: { team: "bank" } } }), ["label-value"]],
    ["an empty label of the template over one of the metadata", ANY, group({ ...labelled("lab"), template: { labels: { team: "" } } }), ["label-missing"]],
    ["a label of both places, in both", TEAM, group({ ...labelled("bank"), template: { labels: { team: "dmz" } } }), ["label-value", "label-value"]],
    ["no label that only prototypes have", { ...NONE, requiredLabels: [{ key: "constructor", values: [] }] }, group({}), ["label-missing"]],
    ["the networks", VMS, group({ template: { network: "dmz" } }), ["network"]],
    ["the networks where none is named", VMS, group({}), ["network"]],
    ["no network that is allowed to be the mesh's", { ...NONE, networks: [""] }, group({}), []],
    ["the label of a machine", TEAM, entry({}, { labels: { team: "bank" } }), ["label-value"]],
    ["no label of a machine's own", TEAM, entry({ labels: { team: "shop" } }, {}), []],
    ["no label of a machine over which its metadata wins", TEAM, entry({ labels: { team: "shop" } }, { labels: { team: "bank" } }), []],
    ["the label of a machine whose metadata wins", TEAM, entry({ labels: { team: "bank" } }, { labels: { team: "shop" } }), ["label-value"]],
    ["the network of a machine", VMS, entry({}, { network: "dmz" }), ["network"]],
    ["no label as a Service", TEAM, { kind: "Service", namespace: "shop", isNew: true, body: {} }, []],
  ])("%s", (_title, rails, written, expected) => {
    expect(codes(rails, written)).toEqual(expected);
  });

  it.each([
    [group(labelled("bank")), ["spec", "metadata", "labels", "team"]],
    [group({ ...labelled("lab"), template: { labels: { team: "bank" } } }), ["spec", "template", "labels", "team"]],
    [entry({ labels: { team: "bank" } }, {}), ["metadata", "labels", "team"]],
    [entry({}, { labels: { team: "bank" } }), ["spec", "labels", "team"]],
  ])("is said at its field, with what is allowed: %j", (written, path) => {
    expect(brokenRules(TEAM, written)).toEqual([{ path, code: "label-value", values: { key: "team", value: "bank", allowed: "shop, lab" } }]);
  });
});

describe("what labels of one machine break", () => {
  it.each<[claim: string, rails: PlatformPolicies, labels: readonly (readonly [string, string])[], codes: readonly string[]]>([
    ["nothing where there are none", TEAM, [], []],
    ["nothing by a label that no rule is about", TEAM, [["app", "web"]], []],
    ["nothing by a value that is allowed", TEAM, [["team", "lab"]], []],
    ["the label by another value", TEAM, [["team", "bank"]], ["label-value"]],
    ["the label by no value", ANY, [["team", ""]], ["label-missing"]],
  ])("%s", (_claim, rails, labels, expected) => {
    expect(brokenMachineRules(rails, labels).map(({ code }) => code)).toEqual(expected);
  });
});

describe("what a token breaks", () => {
  it.each([
    [NONE, 3_600, []],
    [{ ...NONE, maxTokenSeconds: 1_200 }, 1_200, []],
    [{ ...NONE, maxTokenSeconds: 1_200 }, 1_201, ["token-life"]],
    [{ ...NONE, maxTokenSeconds: 1_200 }, Number.NaN, ["token-life"]],
    [{ ...NONE, namespaces: ["lab"] }, 600, ["namespace"]],
  ])("by %j with %d seconds", (rails, seconds, expected) => {
    expect(brokenTokenRules(rails, { namespace: "shop", seconds }).map(({ code }) => code)).toEqual(expected);
  });
});
