import { describe, expect, it } from "vitest";
import { type MeshPreset, type PresetMeshValues, presetContradictions, presetFieldValue, presetFieldValues } from "./policies";

const SILENT: PresetMeshValues = { clusterId: null, trustDomain: null, meshId: null, revision: null, gateway: null, rootCertificate: null };
const preset = (name: string, network: string | null, mesh: Partial<PresetMeshValues>): MeshPreset => ({ name, network, mesh: { ...SILENT, ...mesh } });
const ALL = preset("All", null, { gateway: "gw.example.net", clusterId: "eu" });
const DC1 = preset("Data centre 1", "dc-1", { gateway: "203.0.113.1" });
const MESHS_OWN = preset("The mesh's network", "", { gateway: "203.0.113.9" });

describe("the mesh values of presets", () => {
  it.each<[claim: string, presets: readonly MeshPreset[], network: string, given: object | null]>([
    ["are null without presets", [], "dc-1", null],
    ["are null if no preset sets the field", [preset("Web", null, {})], "dc-1", null],
    [
      "are those of the network's preset before those of a preset for all groups",
      [ALL, DC1],
      "dc-1",
      { preset: "Data centre 1", network: "dc-1", value: "203.0.113.1" },
    ],
    ["are those of the preset for all groups in a network without a preset", [DC1, ALL], "dc-2", { preset: "All", network: null, value: "gw.example.net" }],
    ["are null if only another network has a preset", [DC1], "dc-2", null],
    [
      "are those of the preset for the mesh's network if a group has no network",
      [ALL, MESHS_OWN],
      "",
      { preset: "The mesh's network", network: "", value: "203.0.113.9" },
    ],
    ["are those of the first of several equal presets", [ALL, { ...ALL, name: "Again" }], "", { preset: "All" }],
  ])("the mesh values of presets: %s", (_claim, presets, network, given) => {
    const found = presetFieldValue(presets, "gateway", network);
    if (given === null) expect(found).toBeNull();
    else expect(found).toMatchObject(given);
  });

  it("the mesh values of presets are one value for each network with a preset, and one for the rest", () => {
    const values = presetFieldValues([ALL, DC1, { ...DC1, name: "Again" }, MESHS_OWN], "gateway").map(({ network, value }) => [network, value]);
    expect(values).toEqual([
      [null, "gw.example.net"],
      ["dc-1", "203.0.113.1"],
      ["", "203.0.113.9"],
    ]);
  });
});

describe("contradictions between presets", () => {
  it.each<[claim: string, presets: readonly MeshPreset[], found: readonly object[]]>([
    ["are none if the presets apply to different networks", [ALL, DC1, MESHS_OWN], []],
    ["are none if the presets have the same value", [DC1, { ...DC1, name: "Again" }], []],
    ["are none if one preset does not set the field", [DC1, preset("Web", "dc-1", { clusterId: "eu" })], []],
    [
      "are reported for different values of a field in one network",
      [DC1, ALL, preset("Other", "dc-1", { gateway: "203.0.113.2" })],
      [{ at: 2, field: "gateway", name: "Data centre 1" }],
    ],
    [
      "are reported for different values of a field in presets for all groups",
      [ALL, preset("Other", null, { clusterId: "us" })],
      [{ at: 1, field: "clusterId", name: "All" }],
    ],
  ])("contradictions between presets: %s", (_claim, presets, found) => {
    expect(presetContradictions(presets)).toEqual(found);
  });
});
