import { expect, it } from "vitest";
import { askForKindsWords, askForRightWords, askToReadWords, draftWords, factTitle, noApiGroupWords, unwrittenVersionsWords } from "./ready-words";

it("names the verb that is missing, whom to ask, and the way without it", () => {
  const missing = "The verb create on services in namespace shop is missing";
  expect(askForRightWords({ missing, namespace: "shop" })).toBe(`${missing}. Ask whoever gives rights in shop for it, or copy the YAML for Git at the end.`);
});

it("names a draft, also one without a name", () => {
  expect([draftWords({ name: "web", namespace: "shop" }), draftWords({ name: "", namespace: "shop" })]).toEqual(["web in shop", "without a name in shop"]);
});

it.each([
  [null, "Cluster ID"],
  ["dc-1", "Cluster ID, network dc-1"],
  ["", "Cluster ID, groups without a network"],
])("titles a fact with the network of its groups: %j", (network, title) => {
  expect(factTitle({ fact: "clusterId", network })).toBe(title);
});

it.each([
  [false, "STOLOS_SHARE_MESH_FACTS=true, with which its own account reads them."],
  [true, "the same rights of its own account."],
])("names whom to ask where something cannot be seen, by whether the server may share it: %s", (shares, end) => {
  const right = "the verb get on configmaps";
  expect(askToReadWords({ namespace: "mesh", right, shares })).toBe(
    `Ask whoever gives rights in mesh for the verb get on configmaps, or whoever runs this dashboard for ${end}`,
  );
});

it("says what of Istio's kinds is missing, and whom to ask", () => {
  expect(unwrittenVersionsWords({ served: [], writes: ["v1", "v1beta1"] })).toBe(
    "This cluster serves no WorkloadGroups; a group would be written in the first of v1 and v1beta1 that its API group has. Ask whoever runs the mesh for Istio's CRDs.",
  );
  expect(unwrittenVersionsWords({ served: ["v2"], writes: ["v1"] })).toMatch(/^This cluster serves WorkloadGroups in v2; /);
  expect(noApiGroupWords({ group: "networking.istio.io" })).toMatch(/^This cluster has no API group networking\.istio\.io: /);
  expect(askForKindsWords({ group: "networking.istio.io" })).toBe("Ask whoever runs the cluster for the verb get on /apis/networking.istio.io.");
});
