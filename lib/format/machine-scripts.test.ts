import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ansibleTasks, byHand, cloudInit, mintCommand, packageAddress } from "./machine-scripts";

const FILES = [
  { name: "cluster.env", text: "A='1'\n# Added by Stolos: x\nB='it'\"'\"'s'\n" },
  { name: "mesh.yaml", text: "defaultConfig:\n  meshId: m\n" },
  { name: "hosts", text: "203.0.113.10 istiod.istio-system.svc\n" },
  { name: "root-cert.pem", text: "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n" },
];
const PARTS = { context: "prod eu", namespace: "shop", account: "shop-vm", seconds: 600, version: "1.31.0", files: FILES };

describe("the scripts of a machine", () => {
  it("make a token by the command of whoever may, for istiod alone", () => {
    expect(mintCommand(PARTS)).toBe("kubectl --context 'prod eu' -n shop create token shop-vm --audience istio-ca --duration 600s");
  });

  it("install the package of istiod's version, or say that it has to be filled in", () => {
    expect(packageAddress("1.31.0", "deb")).toBe("https://storage.googleapis.com/istio-release/releases/1.31.0/deb/istio-sidecar.deb");
    expect(byHand("")).toContain("/releases/VERSION/deb/");
  });

  it("cloud-init: carries each file as it is, and no token", () => {
    const read = parse(cloudInit(PARTS)) as { write_files: { path: string; content: string }[] };
    expect(read.write_files.map(({ content }) => content)).toEqual(FILES.map(({ text }) => text));
    expect(read.write_files.map(({ path }) => path)).not.toContain("/var/run/secrets/tokens/istio-token");
    expect(cloudInit(PARTS)).toContain("create token shop-vm");
  });

  it("Ansible: carries each file as it is, makes the token where it runs, and logs nothing of it", () => {
    const tasks = parse(ansibleTasks(PARTS)) as Readonly<Record<string, unknown>>[];
    const copied = tasks.map((task) => (task["ansible.builtin.copy"] as { content?: string } | undefined)?.content).filter((text) => text !== undefined);
    expect(copied).toEqual([FILES[0]?.text, FILES[1]?.text, FILES[3]?.text, "{{ istio_token.stdout }}"]);
    expect(tasks.filter((task) => task.no_log === true)).toHaveLength(2);
  });

  it.each(["", " leading\n", "{{ template }}\n", "tab\tand \u001b escape\n"])("a text that is not safe as it stands is quoted: %j", (text) => {
    const read = parse(cloudInit({ ...PARTS, files: [{ name: "cluster.env", text }] })) as { write_files: { content: string }[] };
    expect(read.write_files[0]?.content).toBe(text);
  });
});
