import { describe, expect, it } from "vitest";
import { documentShapeOfKind } from "@/lib/domain/preview/kind-shapes";
import { completionsAt } from "./completions";

/** Returns the completions at the mark `|` in a text. */
function offered(text: string, kind: "WorkloadGroup" | "ServiceEntry" | "Service" = "WorkloadGroup"): readonly string[] | null {
  const lines = text.split("\n");
  const line = lines.findIndex((one) => one.includes("|"));
  const column = lines[line]?.indexOf("|") ?? 0;
  lines[line] = (lines[line] ?? "").replace("|", "");
  return completionsAt(lines, line, column, documentShapeOfKind(kind))?.options.map((option) => option.text) ?? null;
}

describe("the completions of a YAML text", () => {
  it.each<[string, string, readonly string[] | null]>([
    ["the fields of the object at the top", "|", ["apiVersion", "kind", "metadata", "spec", "status"]],
    ["only missing fields", "apiVersion: a\nkind: b\n|\nspec:\n", ["metadata", "status"]],
    ["the fields of the parent key", "spec:\n  |", ["metadata", "template", "probe"]],
    ["the fields of the parent key while a field is partly typed", "spec:\n  te|", ["metadata", "template", "probe"]],
    [
      "the fields of a deeper parent key after another key",
      "spec:\n  template:\n    ports:\n      http: 80\n  probe:\n    tcpSocket:\n      |",
      ["host", "port"],
    ],
    ["none in a map with free keys", "spec:\n  metadata:\n    labels:\n      |", null],
    ["none under an unknown field", "spec:\n  what:\n    |", null],
    ["none for a free text value", "metadata:\n  name: |", null],
    ["the API versions of the kind", "apiVersion: |", ["networking.istio.io/v1", "networking.istio.io/v1beta1", "networking.istio.io/v1alpha3"]],
    ["none in a comment", "spec: # |", null],
  ])("the completions of a YAML text are %s", (_claim, text, options) => {
    expect(offered(text)).toEqual(options);
  });

  it.each<[string, string, readonly string[] | null]>([
    ["the values of a field", "spec:\n  resolution: ST|", ["NONE", "STATIC", "DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS"]],
    ["the fields of a new list item", "spec:\n  ports:\n  - |", ["name", "number", "protocol", "targetPort"]],
    ["the missing fields of a list item", "spec:\n  ports:\n  - name: a\n    |\n  - number: 1", ["number", "protocol", "targetPort"]],
    ["the missing fields of an indented list item", "spec:\n  ports:\n    - name: a\n      number: 1\n      |", ["protocol", "targetPort"]],
  ])("the completions for a ServiceEntry are %s", (_claim, text, options) => {
    expect(offered(text, "ServiceEntry")).toEqual(options);
  });

  it("the completions of a YAML text are true and false for a boolean field of a Service", () => {
    expect(offered("spec:\n  publishNotReadyAddresses: |", "Service")).toEqual(["true", "false"]);
  });
});
