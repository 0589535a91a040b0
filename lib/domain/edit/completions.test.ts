import { describe, expect, it } from "vitest";
import { shapeOfKind } from "@/lib/domain/preview/kind-shapes";
import { completionsAt } from "./completions";

/** What is offered at the mark `|` of a text. */
function offered(text: string, kind: "WorkloadGroup" | "ServiceEntry" | "Service" = "WorkloadGroup"): readonly string[] | null {
  const lines = text.split("\n");
  const line = lines.findIndex((one) => one.includes("|"));
  const column = lines[line]?.indexOf("|") ?? 0;
  lines[line] = (lines[line] ?? "").replace("|", "");
  return completionsAt(lines, line, column, shapeOfKind(kind))?.options.map((option) => option.text) ?? null;
}

describe("what is offered while one types", () => {
  it.each<[string, string, readonly string[] | null]>([
    ["the fields of the object", "|", ["apiVersion", "kind", "metadata", "spec", "status"]],
    ["those that are not there yet", "apiVersion: a\nkind: b\n|\nspec:\n", ["metadata", "status"]],
    ["the fields of what stands above", "spec:\n  |", ["metadata", "template", "probe"]],
    ["the same while one is half typed", "spec:\n  te|", ["metadata", "template", "probe"]],
    ["those of a deeper place, past a neighbour", "spec:\n  template:\n    ports:\n      http: 80\n  probe:\n    tcpSocket:\n      |", ["host", "port"]],
    ["nothing among pairs, whose keys are anybody's", "spec:\n  metadata:\n    labels:\n      |", null],
    ["nothing under a field that nobody knows", "spec:\n  what:\n    |", null],
    ["nothing for a text of any kind", "metadata:\n  name: |", null],
    ["the versions of the kind", "apiVersion: |", ["networking.istio.io/v1", "networking.istio.io/v1beta1", "networking.istio.io/v1alpha3"]],
    ["nothing in a comment", "spec: # |", null],
  ])("is %s", (_claim, text, options) => {
    expect(offered(text)).toEqual(options);
  });

  it.each<[string, string, readonly string[] | null]>([
    ["the values of a field", "spec:\n  resolution: ST|", ["NONE", "STATIC", "DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS"]],
    ["what a new item of a list may say", "spec:\n  ports:\n  - |", ["name", "number", "protocol", "targetPort"]],
    ["what an item does not say yet", "spec:\n  ports:\n  - name: a\n    |\n  - number: 1", ["number", "protocol", "targetPort"]],
    ["of an item that is indented, too", "spec:\n  ports:\n    - name: a\n      number: 1\n      |", ["protocol", "targetPort"]],
  ])("of a ServiceEntry is %s", (_claim, text, options) => {
    expect(offered(text, "ServiceEntry")).toEqual(options);
  });

  it("of a Service is true or false where it is that", () => {
    expect(offered("spec:\n  publishNotReadyAddresses: |", "Service")).toEqual(["true", "false"]);
  });
});
