import { describe, expect, it } from "vitest";
import { fieldValue } from "@/lib/domain/preview/values";
import { copyGroup, unchangedCloneValues } from "./clone";

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

describe("a copy of a group", () => {
  it("a copy of a group has the labels, template and probe of the original, without labels and annotations of a managing tool", () => {
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
  ])("copyGroup of the group '%s' has the name '%s'", (name, clone) => {
    expect(named(name)).toBe(clone);
  });

  it.each(["stolos.dev/planned-leaves", "stolos.dev/maintenance", "stolos.dev/mute-findings"])(
    "a copy of a group does not have the annotation %s, which is a decision about the original",
    (annotation) => {
      const marked = { ...source, metadata: { ...source.metadata, annotations: { [annotation]: "[]", "example.com/owner": "a" } } };
      expect(fieldValue(fieldValue(copyGroup(marked), "metadata"), "annotations")).toEqual({ "example.com/owner": "a" });
    },
  );

  it("unchangedCloneValues returns service account, labels and size until they are changed", () => {
    const clone = copyGroup(source);
    expect(unchangedCloneValues(source, clone)).toEqual({ account: "web-vm", labels: true, size: true });
    const spec = { metadata: { labels: { app: "other" } }, template: { serviceAccount: "other-vm" } };
    expect(unchangedCloneValues(source, { ...clone, metadata: {}, spec })).toEqual({ account: "", labels: false, size: false });
    expect(unchangedCloneValues(source, {})).toEqual({ account: "", labels: false, size: false });
  });
});
