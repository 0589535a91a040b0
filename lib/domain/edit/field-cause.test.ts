import { describe, expect, it } from "vitest";
import { pathOfField, remainingCauses } from "./field-cause";

const DOCUMENT = {
  metadata: { name: "web", labels: { "app.kubernetes.io/name": "web", app: "web", "a]b": "c" } },
  spec: { template: { ports: { http: 0, "http[2]": 1 }, weight: -1 }, ports: [{ name: "http" }, { name: "http" }], hosts: ["*"], a: { "b.c": 1, b: { c: 2 } } },
};

describe("the place that a field of an answer means", () => {
  it.each<[claim: string, field: string, path: readonly (string | number)[]]>([
    ["a field", "spec.template.weight", ["spec", "template", "weight"]],
    ["an item of a list", "spec.ports[1]", ["spec", "ports", 1]],
    ["a field of an item", "spec.ports[1].name", ["spec", "ports", 1, "name"]],
    ["a key in brackets", "spec.template.ports[http]", ["spec", "template", "ports", "http"]],
    ["a key after a dot", "spec.template.ports.http", ["spec", "template", "ports", "http"]],
    ["a key with brackets of its own", "spec.template.ports[http[2]]", ["spec", "template", "ports", "http[2]"]],
    ["a key that holds the end of brackets", "metadata.labels[a]b]", ["metadata", "labels", "a]b"]],
    ["a key with dots", "metadata.labels.app.kubernetes.io/name", ["metadata", "labels", "app.kubernetes.io/name"]],
    ["a key with dots in brackets", "metadata.labels[app.kubernetes.io/name]", ["metadata", "labels", "app.kubernetes.io/name"]],
    ["the key that another one begins with", "metadata.labels.app", ["metadata", "labels", "app"]],
    ["the longest of two keys that fit", "spec.a.b.c", ["spec", "a", "b.c"]],
    ["a field that is missing", "spec.probe.httpGet.port", ["spec", "probe", "httpGet", "port"]],
    ["a field that is missing in an item", "spec.ports[0].number", ["spec", "ports", 0, "number"]],
    ["an item that is missing", "spec.hosts[7]", ["spec", "hosts", 7]],
    ["a field of a list's items, none of which is named", "spec.ports.port", ["spec", "ports", "port"]],
    ["a field at the top", "spec", ["spec"]],
    ["a field at the top that is missing", "foo", ["foo"]],
    ["a key that is missing, and no name", "spec.template.ports[a b].c", ["spec", "template", "ports"]],
    ["no field", "", []],
    ["none at all", "<nil>", []],
    ["no key of the document's own", "spec.__proto__.x", ["spec"]],
    ["no field but dots", "....", []],
  ])("%s", (_claim, field, path) => {
    expect(pathOfField(DOCUMENT, field)).toEqual(path);
  });

  it.each([null, undefined, "text", [], 7])("of a document that is %j is read as written", (document) => {
    expect(pathOfField(document, "spec.ports[0]")).toEqual(["spec", "ports", 0]);
  });

  it("of a field of ten thousand parts is found in time", () => {
    expect(pathOfField(DOCUMENT, "spec".concat(".a".repeat(10_000)))).toHaveLength(10_001);
  });
});

describe("a cause stands", () => {
  const causes = [
    { field: "spec.template.weight", message: "too small" },
    { field: "spec.template.network", message: "required" },
    { field: "", message: "whole" },
  ];
  const standing = (template: object) => remainingCauses(DOCUMENT, { ...DOCUMENT, spec: { template } }, causes).map(({ message }) => message);

  it.each<[claim: string, template: object, messages: readonly string[]]>([
    ["while its field says the same, whatever else changes", { weight: -1, ports: {} }, ["too small", "required"]],
    ["no longer once its field says something else", { weight: 2 }, ["required"]],
    ["no longer once what was missing is there", { weight: -1, network: "vms" }, ["too small"]],
  ])("%s", (_claim, template, messages) => {
    expect(standing(template)).toEqual(messages);
  });
});
