import { describe, expect, it } from "vitest";
import { byHand, mintCommand, packageAddress, textOfFile } from "./machine-scripts";

describe("the scripts of a machine", () => {
  it("make a token by the command of whoever may, for istiod alone", () => {
    const parts = { context: "prod eu", namespace: "shop", account: "shop-vm", seconds: 600 };
    expect(mintCommand(parts)).toBe("kubectl --context 'prod eu' -n shop create token shop-vm --audience istio-ca --duration 600s");
  });

  it("install the package of istiod's version, or say that it has to be filled in", () => {
    expect(packageAddress("1.31.0", "deb")).toBe("https://storage.googleapis.com/istio-release/releases/1.31.0/deb/istio-sidecar.deb");
    expect(byHand("")).toContain("/releases/VERSION/deb/");
  });

  it("put each file where the agent looks for it", () => {
    expect(byHand("1.31.0")).toContain("sudo install -m 600 istio-token /var/run/secrets/tokens/istio-token\n");
    const machine = { name: "web-1", files: [{ name: "hosts", text: "203.0.113.10 istiod.istio-system.svc\n" }] };
    expect([textOfFile(machine, "hosts"), textOfFile(machine, "mesh.yaml")]).toEqual(["203.0.113.10 istiod.istio-system.svc\n", ""]);
  });
});
