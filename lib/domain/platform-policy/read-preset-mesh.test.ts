import { describe, expect, it } from "vitest";
import { PolicyFileReader, readPresetMeshValues } from "./read-policies";

const PEM = "-----BEGIN CERTIFICATE-----\nMIIB+/==\n-----END CERTIFICATE-----\n";
const SILENT = { clusterId: null, trustDomain: null, meshId: null, revision: null, gateway: null, rootCertificate: null };

function read(preset: object) {
  const reader = new PolicyFileReader();
  return { mesh: readPresetMeshValues(reader, preset as never, ["presets", 1]), problems: reader.problems };
}

describe("the mesh values of a preset", () => {
  it("the mesh values of a preset are null if the preset has no mesh values", () => {
    expect(read({ name: "Web" })).toEqual({ mesh: SILENT, problems: [] });
  });

  it.each([
    { clusterId: "eu-1", trustDomain: "td", meshId: "mesh 1", revision: "canary", gateway: "gw.example.net", rootCertificate: PEM },
    { gateway: "203.0.113.10", rootCertificate: `${PEM}\n${PEM}` },
    { gateway: "fd00::2" },
  ])("the mesh values of a preset are read as they are written: %j", (mesh) => {
    expect(read({ mesh })).toEqual({ mesh: { ...SILENT, ...mesh }, problems: [] });
  });

  it.each<[mesh: unknown, path: readonly string[], code: string]>([
    ["eu", [], "wrong-type"],
    [{ cluster: "eu" }, ["cluster"], "unknown-field"],
    [{ clusterId: 7 }, ["clusterId"], "wrong-type"],
    [{ clusterId: "" }, ["clusterId"], "bad-value"],
    [{ clusterId: "a\nb" }, ["clusterId"], "bad-value"],
    [{ meshId: "x".repeat(254) }, ["meshId"], "bad-value"],
    [{ trustDomain: "a b" }, ["trustDomain"], "bad-value"],
    [{ revision: "Canary" }, ["revision"], "bad-value"],
    [{ revision: "r".repeat(64) }, ["revision"], "bad-value"],
    [{ gateway: "" }, ["gateway"], "bad-value"],
    [{ gateway: "gateway" }, ["gateway"], "bad-value"],
    [{ gateway: "gw.example.net:15012" }, ["gateway"], "bad-value"],
    [{ gateway: "300.1.1.1" }, ["gateway"], "bad-value"],
    [{ rootCertificate: "MIIB" }, ["rootCertificate"], "bad-value"],
    [{ rootCertificate: `${PEM}-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n` }, ["rootCertificate"], "bad-value"],
    [{ rootCertificate: PEM.repeat(300) }, ["rootCertificate"], "bad-value"],
  ])("the mesh values of a preset are rejected at their field: %j", (mesh, path, code) => {
    expect(read({ mesh }).problems).toEqual([expect.objectContaining({ path: ["presets", 1, "mesh", ...path], code })]);
  });

  it("the mesh values of a preset are read fast, even from a long invalid certificate", () => {
    const began = performance.now();
    expect(read({ mesh: { rootCertificate: `-----BEGIN CERTIFICATE-----${" A".repeat(8_000)}` } }).problems).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(200);
  });
});
