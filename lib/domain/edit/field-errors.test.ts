import { describe, expect, it } from "vitest";
import { parseErrorFieldPath, remainingFieldErrors } from "./field-errors";

const DOCUMENT = {
  metadata: { name: "web", labels: { "app.kubernetes.io/name": "web", app: "web", "a]b": "c" } },
  spec: { template: { ports: { http: 0, "http[2]": 1 }, weight: -1 }, ports: [{ name: "http" }, { name: "http" }], hosts: ["*"], a: { "b.c": 1, b: { c: 2 } } },
};

describe("the path of a field in a server's error", () => {
  it.each<[claim: string, field: string, path: readonly (string | number)[]]>([
    ["a field", "spec.template.weight", ["spec", "template", "weight"]],
    ["a list item", "spec.ports[1]", ["spec", "ports", 1]],
    ["a field of a list item", "spec.ports[1].name", ["spec", "ports", 1, "name"]],
    ["a key in brackets", "spec.template.ports[http]", ["spec", "template", "ports", "http"]],
    ["a key after a dot", "spec.template.ports.http", ["spec", "template", "ports", "http"]],
    ["a key that contains brackets", "spec.template.ports[http[2]]", ["spec", "template", "ports", "http[2]"]],
    ["a key that contains a closing bracket", "metadata.labels[a]b]", ["metadata", "labels", "a]b"]],
    ["a key with dots", "metadata.labels.app.kubernetes.io/name", ["metadata", "labels", "app.kubernetes.io/name"]],
    ["a key with dots in brackets", "metadata.labels[app.kubernetes.io/name]", ["metadata", "labels", "app.kubernetes.io/name"]],
    ["a key that is the start of another key", "metadata.labels.app", ["metadata", "labels", "app"]],
    ["the longest of two matching keys", "spec.a.b.c", ["spec", "a", "b.c"]],
    ["a missing field", "spec.probe.httpGet.port", ["spec", "probe", "httpGet", "port"]],
    ["a missing field of a list item", "spec.ports[0].number", ["spec", "ports", 0, "number"]],
    ["a missing list item", "spec.hosts[7]", ["spec", "hosts", 7]],
    ["a list field without an index", "spec.ports.port", ["spec", "ports", "port"]],
    ["a top-level field", "spec", ["spec"]],
    ["a missing top-level field", "foo", ["foo"]],
    ["the parent of a missing key that is not a field name", "spec.template.ports[a b].c", ["spec", "template", "ports"]],
    ["no path for an empty field", "", []],
    ["no path for <nil>", "<nil>", []],
    ["the parent of a __proto__ key", "spec.__proto__.x", ["spec"]],
    ["no path for a field with only dots", "....", []],
  ])("parseErrorFieldPath returns %s", (_claim, field, path) => {
    expect(parseErrorFieldPath(DOCUMENT, field)).toEqual(path);
  });

  it.each([null, undefined, "text", [], 7])("parseErrorFieldPath parses the field as it is written if the document is %j", (document) => {
    expect(parseErrorFieldPath(document, "spec.ports[0]")).toEqual(["spec", "ports", 0]);
  });

  it("parseErrorFieldPath is fast for a field of ten thousand parts", () => {
    expect(parseErrorFieldPath(DOCUMENT, "spec".concat(".a".repeat(10_000)))).toHaveLength(10_001);
  });
});

describe("the remaining causes", () => {
  const causes = [
    { field: "spec.template.weight", message: "too small" },
    { field: "spec.template.network", message: "required" },
    { field: "", message: "whole" },
  ];
  const standing = (template: object) => remainingFieldErrors(DOCUMENT, { ...DOCUMENT, spec: { template } }, causes).map(({ message }) => message);

  it.each<[claim: string, template: object, messages: readonly string[]]>([
    ["include a cause while its field has the same value, whatever else changes", { weight: -1, ports: {} }, ["too small", "required"]],
    ["exclude a cause after its field has another value", { weight: 2 }, ["required"]],
    ["exclude a cause after its missing field has a value", { weight: -1, network: "vms" }, ["too small"]],
  ])("the remaining causes: %s", (_claim, template, messages) => {
    expect(standing(template)).toEqual(messages);
  });
});
