import { expect, it } from "vitest";
import { additionWords, noMeshWords } from "./bundle-words";

it("says what is missing in the files where the mesh configuration could not be read", () => {
  expect(noMeshWords({ place: "ConfigMap istio-system/istio-canary", reason: "not found" })).toBe(
    "ConfigMap istio-system/istio-canary could not be read, so what it sets for all proxies is missing in mesh.yaml. Not found.",
  );
});

it("says that a line was added, and why", () => {
  expect(additionWords("machine-locality")).toBe("Added by Stolos: the locality, as a label.");
  expect(additionWords("gateway-name")).toBe("Added by Stolos: the gateway has a name; istiod's certificate must have it too (ISTIOD_CUSTOM_HOST).");
});
