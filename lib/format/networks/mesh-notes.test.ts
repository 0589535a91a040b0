import { expect, it } from "vitest";
import { type MeshKnown, meshNotes } from "./mesh-notes";

const MESH: MeshKnown = {
  ...{ cluster: "prod-eu", ownNetwork: "vpc-1", isOwnKnown: true, gateways: { isComplete: true, source: "Services" } },
  leavesOut: { kind: "known", value: false, source: "istiod's default, which its Pods do not change" },
  configured: { kind: "known", source: "ConfigMap istio in istio-system" },
};

it.each<[string, Partial<MeshKnown>, readonly string[]]>([
  ["where all is known", {}, []],
  ["where gateways are out of sight", { gateways: { isComplete: false, source: "no right" } }, ["Not all gateways are known: no right."]],
  [
    "where meshNetworks are out of sight",
    { configured: { kind: "denied", source: "no right" } },
    ["Gateways that meshNetworks names are not known: no right."],
  ],
  [
    "where they are assumed",
    { configured: { kind: "assumed", source: "Istio's default" } },
    ["That meshNetworks names no gateway is assumed: Istio's default."],
  ],
  ["where namespaces are out of sight", { isOwnKnown: false }, ["The network of Pods is not known: the label of the mesh's root namespace is not visible."]],
  [
    "where the setting is assumed",
    { leavesOut: { kind: "assumed", value: false, source: "istiod's default" } },
    ["AMBIENT_ENABLE_MULTI_NETWORK is assumed to be false: istiod's default."],
  ],
  [
    "where the setting is not known",
    { leavesOut: { kind: "denied", value: false, source: "not recorded" } },
    ["AMBIENT_ENABLE_MULTI_NETWORK is not known: not recorded."],
  ],
])("what cannot be seen %s", (_what, change, blind) => {
  const notes = meshNotes({ ...MESH, ...change }, true);
  expect(notes.flatMap(({ text, isBlind }) => (isBlind ? [text] : []))).toEqual(blind);
});

it("says what is known too, of which cluster where there are several", () => {
  expect(meshNotes(MESH, false).map(({ text }) => text)).toEqual([
    "Pods of prod-eu that name no network are in vpc-1.",
    "AMBIENT_ENABLE_MULTI_NETWORK of prod-eu is false: istiod's default, which its Pods do not change.",
  ]);
  expect(meshNotes({ ...MESH, ownNetwork: "" }, true)[0]?.text).toBe("Pods are in no network.");
});
