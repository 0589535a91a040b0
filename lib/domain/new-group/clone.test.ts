import { describe, expect, it } from "vitest";
import { fieldValue } from "@/lib/domain/preview/values";
import { copyGroup, sharedWithOriginal } from "./clone";

const source = {
  apiVersion: "networking.istio.io/v1",
  kind: "WorkloadGroup",
  metadata: {
    name: "web",
    namespace: "shop",
    uid: "u",
    labels: { team: "a", "argocd.argoproj.io/instance": "shop" },
    annotations: { "stolos.dev/expected-size": "3", "kubectl.kubernetes.io/last-applied-configuration": "{}" },
    ownerReferences: [{ name: "x" }],
    finalizers: ["f"],
  },
  spec: { metadata: { labels: { app: "web" } }, template: { serviceAccount: "web-vm", ports: { http: 80 } }, probe: { tcpSocket: { port: 80 } } },
  status: {},
};
const named = (name: string) => fieldValue(fieldValue(copyGroup({ ...source, metadata: { name } }), "metadata"), "name");

describe("a clone of a group", () => {
  it("has its labels, template and probe, and nobody's mark", () => {
    expect(copyGroup(source)).toEqual({
      apiVersion: "networking.istio.io/v1",
      kind: "WorkloadGroup",
      metadata: { name: "web-2", namespace: "shop", labels: { team: "a" }, annotations: { "stolos.dev/expected-size": "3" } },
      spec: source.spec,
    });
  });

  it.each([
    ["web", "web-2"],
    ["web-2", "web-3"],
    ["web-9", "web-10"],
    ["x".repeat(253), `${"x".repeat(251)}-2`],
  ])("of %s is called %s", (name, clone) => {
    expect(named(name)).toBe(clone);
  });

  it.each(["stolos.dev/planned-leaves", "stolos.dev/mute-findings"])("does not take over what was decided about its source alone: %s", (annotation) => {
    const marked = { ...source, metadata: { ...source.metadata, annotations: { [annotation]: "[]", "example.com/owner": "a" } } };
    expect(fieldValue(fieldValue(copyGroup(marked), "metadata"), "annotations")).toEqual({ "example.com/owner": "a" });
  });

  it("still has the identity, the labels and the size of its source, until they are changed", () => {
    const clone = copyGroup(source);
    expect(sharedWithOriginal(source, clone)).toEqual({ account: "web-vm", labels: true, size: true });
    const spec = { metadata: { labels: { app: "other" } }, template: { serviceAccount: "other-vm" } };
    expect(sharedWithOriginal(source, { ...clone, metadata: {}, spec })).toEqual({ account: "", labels: false, size: false });
    expect(sharedWithOriginal(source, {})).toEqual({ account: "", labels: false, size: false });
  });
});
