/** What a preset may say of the mesh for the machines of its groups. */
export const PRESET_MESH_FIELDS = ["clusterId", "trustDomain", "meshId", "revision", "gateway", "rootCertificate"] as const;
export type PresetMeshField = (typeof PRESET_MESH_FIELDS)[number];

/** null = the preset does not say. `rootCertificate` in PEM, `gateway` an IP address or a domain name. */
export type PresetMesh = { readonly [Field in PresetMeshField]: string | null };

/** A preset as far as it is about the mesh: with a network it is for groups of that network ("" = that of the mesh's settings), without for all. */
export interface MeshPreset {
  readonly name: string;
  readonly network: string | null;
  readonly mesh: PresetMesh;
}

/** A value that a preset gives. `network`: of which groups, null = of all. */
export interface PresetGiven {
  readonly preset: string;
  readonly network: string | null;
  readonly value: string;
}

/** What presets say of a field for groups of a network, null = nothing. One for that network wins over one for all: it knows more of its groups. */
export function presetGiven(presets: readonly MeshPreset[], field: PresetMeshField, network: string): PresetGiven | null {
  const given = presetsGiving(presets, field);
  return given.find((one) => one.network === network) ?? given.find((one) => one.network === null) ?? null;
}

/** What presets say of a field for groups of any network: one for each network that they name, and one for the rest. */
export function presetsGiving(presets: readonly MeshPreset[], field: PresetMeshField): readonly PresetGiven[] {
  const all = presets.flatMap(({ name, network, mesh: { [field]: value } }) => (value === null ? [] : [{ preset: name, network, value }]));
  return all.filter((one, at) => all.findIndex(({ network }) => network === one.network) === at);
}

/** A field in which a preset contradicts an earlier one that is for the same groups. */
export interface Contradiction {
  readonly at: number;
  readonly field: PresetMeshField;
  readonly name: string;
}

/** Of two presets for the same groups nobody could tell which holds. */
export function contradictionsIn(presets: readonly MeshPreset[]): readonly Contradiction[] {
  return presets.flatMap(({ network, mesh }, at) =>
    PRESET_MESH_FIELDS.flatMap((field) => {
      const value = mesh[field];
      const other = presets.slice(0, at).find((one) => one.network === network && one.mesh[field] !== null && one.mesh[field] !== value);
      return value === null || other === undefined ? [] : [{ at, field, name: other.name }];
    }),
  );
}
