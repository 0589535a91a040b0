import type { FormEdit } from "@/lib/domain/new-group/probe";
import type { Path } from "@/lib/domain/preview/finding";
import type { Fields } from "@/lib/domain/preview/values";

/** What a platform team allows of new and changed objects, and how new groups may begin. null = no rule about it. */
export interface PlatformPolicies {
  /** Patterns, one of which the namespace of each object fits. */
  readonly namespaces: readonly string[] | null;
  /** The pattern of names of new groups. */
  readonly namePattern: string | null;
  readonly requiredLabels: readonly RequiredLabel[];
  /** The networks that machines may be in; "" = the one of the mesh's settings. */
  readonly networks: readonly string[] | null;
  readonly maxTokenSeconds: number | null;
  readonly presets: readonly PresetValue[];
}

/** One policy of the document. `key`: of a label, "" = none. No values = it allows nothing; of a label, any value. */
export interface Policy {
  readonly policy: "namespaces" | "namePattern" | "requiredLabels" | "networks" | "maxTokenSeconds";
  readonly key: string;
  readonly values: readonly string[];
}

/** The policies that the document has. */
export function policiesForNamespace({ namespaces, namePattern, requiredLabels, networks, maxTokenSeconds }: PlatformPolicies): readonly Policy[] {
  return [
    ...(namespaces === null ? [] : [{ policy: "namespaces" as const, key: "", values: namespaces }]),
    ...(namePattern === null ? [] : [{ policy: "namePattern" as const, key: "", values: [namePattern] }]),
    ...requiredLabels.map(({ key, values }) => ({ policy: "requiredLabels" as const, key, values })),
    ...(networks === null ? [] : [{ policy: "networks" as const, key: "", values: networks }]),
    ...(maxTokenSeconds === null ? [] : [{ policy: "maxTokenSeconds" as const, key: "", values: [String(maxTokenSeconds)] }]),
  ];
}

/** A label of machines. No values = any that is not empty. */
export interface RequiredLabel {
  readonly key: string;
  readonly values: readonly string[];
}

/** What a new group begins with. null = the preset does not say. */
export interface PresetValue {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly network: string | null;
  readonly locality: string | null;
  readonly serviceAccount: string | null;
  readonly ports: Readonly<Record<string, number>>;
  readonly probe: Fields | null;
  /** What it says of the mesh, for the files of such groups' machines. */
  readonly mesh: PresetMesh;
}

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

const LABELS: Path = ["spec", "metadata", "labels"];
const TEMPLATE: Path = ["spec", "template"];

/** What a preset writes into the text of a new group. */
export function presetEdits({ labels, network, locality, serviceAccount, ports, probe }: PresetValue): readonly FormEdit[] {
  const texts = Object.entries({ serviceAccount, network, locality }).filter((pair): pair is [string, string] => pair[1] !== null);
  return [
    ...Object.entries(labels).map(([key, value]): FormEdit => [[...LABELS, key], value]),
    ...texts.map(([field, value]): FormEdit => [[...TEMPLATE, field], value]),
    ...Object.entries(ports).map(([name, port]): FormEdit => [[...TEMPLATE, "ports", name], port]),
    ...(probe === null ? [] : [[["spec", "probe"], probe] satisfies FormEdit]),
  ];
}

const PATTERN = /^[-a-z0-9.*]{1,253}$/;
const MOST_STARS = 4;

/** Is this a pattern of names: letters, digits, dots and dashes, and a star for any number of them? */
export function isNamePattern(text: string): boolean {
  return PATTERN.test(text) && text.split("*").length - 1 <= MOST_STARS;
}

/** Does a name fit a pattern, as a whole? What stands between the stars is sought once, from the left: no name makes it slow. */
export function matchesNamePattern(name: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let begin = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, begin);
    if (found === -1 || found + part.length > end) return false;
    begin = found + part.length;
  }
  return true;
}
