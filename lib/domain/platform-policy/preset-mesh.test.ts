import { describe, expect, it } from "vitest";
import { contradictionsIn, type MeshPreset, type PresetMesh, presetGiven, presetsGiving } from "./policies";

const SILENT: PresetMesh = { clusterId: null, trustDomain: null, meshId: null, revision: null, gateway: null, rootCertificate: null };
const preset = (name: string, network: string | null, mesh: Partial<PresetMesh>): MeshPreset => ({ name, network, mesh: { ...SILENT, ...mesh } });
const ALL = preset("All", null, { gateway: "gw.example.net", clusterId: "eu" });
const DC1 = preset("Data centre 1", "dc-1", { gateway: "203.0.113.1" });
const MESHS_OWN = preset("The mesh's network", "", { gateway: "203.0.113.9" });

describe("what presets give of the mesh", () => {
  it.each<[claim: string, presets: readonly MeshPreset[], network: string, given: object | null]>([
    ["nothing where there are none", [], "dc-1", null],
    ["nothing where none says it", [preset("Web", null, {})], "dc-1", null],
    ["that of the network's own preset over one for all", [ALL, DC1], "dc-1", { preset: "Data centre 1", network: "dc-1", value: "203.0.113.1" }],
    ["that of the preset for all in another network", [DC1, ALL], "dc-2", { preset: "All", network: null, value: "gw.example.net" }],
    ["nothing of another network's preset", [DC1], "dc-2", null],
    ["that for groups which name no network", [ALL, MESHS_OWN], "", { preset: "The mesh's network", network: "", value: "203.0.113.9" }],
    ["that of the first of several that agree", [ALL, { ...ALL, name: "Again" }], "", { preset: "All" }],
  ])("%s", (_claim, presets, network, given) => {
    const found = presetGiven(presets, "gateway", network);
    if (given === null) expect(found).toBeNull();
    else expect(found).toMatchObject(given);
  });

  it("is one value for each network that they name, and one for the rest", () => {
    const values = presetsGiving([ALL, DC1, { ...DC1, name: "Again" }, MESHS_OWN], "gateway").map(({ network, value }) => [network, value]);
    expect(values).toEqual([
      [null, "gw.example.net"],
      ["dc-1", "203.0.113.1"],
      ["", "203.0.113.9"],
    ]);
  });
});

describe("presets contradict each other", () => {
  it.each<[claim: string, presets: readonly MeshPreset[], found: readonly object[]]>([
    ["not where they are for other networks", [ALL, DC1, MESHS_OWN], []],
    ["not where they agree", [DC1, { ...DC1, name: "Again" }], []],
    ["not where one is silent", [DC1, preset("Web", "dc-1", { clusterId: "eu" })], []],
    [
      "in a field of which they say different things for one network",
      [DC1, ALL, preset("Other", "dc-1", { gateway: "203.0.113.2" })],
      [{ at: 2, field: "gateway", name: "Data centre 1" }],
    ],
    ["in a field of which they say different things for all", [ALL, preset("Other", null, { clusterId: "us" })], [{ at: 1, field: "clusterId", name: "All" }]],
  ])("%s", (_claim, presets, found) => {
    expect(contradictionsIn(presets)).toEqual(found);
  });
});
