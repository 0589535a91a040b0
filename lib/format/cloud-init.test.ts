import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { cloudInit } from "./cloud-init";

const PARTS = { context: "prod eu", namespace: "shop", group: "web", account: "shop-vm", seconds: 600, version: "1.31.0" };
const FILES = [
  { name: "cluster.env", text: "A='1'\n# Added by Stolos: x\nB='it'\"'\"'s'\nISTIO_SVC_IP='10.0.0.1'\n" },
  { name: "mesh.yaml", text: "defaultConfig:\n  meshId: m\n" },
  { name: "hosts", text: "203.0.113.10 istiod.istio-system.svc\n" },
  { name: "root-cert.pem", text: "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n" },
];

const written = (text: string) => (parse(text) as { write_files: { path: string; content: string }[] }).write_files;

describe("the user data of a machine", () => {
  it("carries each file as it is, and no token", () => {
    const text = cloudInit(PARTS, { name: "web-1", files: FILES });
    expect(written(text).map(({ content }) => content)).toEqual(FILES.map((file) => file.text));
    expect(written(text).map(({ path }) => path)).not.toContain("/var/run/secrets/tokens/istio-token");
    expect(text).toContain("create token shop-vm --audience istio-ca --duration 600s | ssh web-1 ");
  });

  it("says that it is of one machine alone where it names that one's address, and that each has its own where it names none", () => {
    expect(cloudInit(PARTS, { name: "web-1", files: FILES })).toMatch(/^#cloud-config\n# For web-1 alone: /);
    const without = FILES.map((file) => ({ ...file, text: file.text.replace(/ISTIO_SVC_IP=.*\n/, "") }));
    expect(cloudInit(PARTS, { name: "web-1", files: without })).toMatch(/^#cloud-config\n# For web-1\. It names no address: /);
  });

  it("carries an empty file too: a gateway without an address has no line for hosts", () => {
    const files = FILES.map((file) => (file.name === "hosts" ? { ...file, text: "" } : file));
    expect(written(cloudInit(PARTS, { name: "web-1", files })).find(({ path }) => path === "/etc/istio/istiod-hosts")?.content).toBe("");
  });
});
