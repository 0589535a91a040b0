import type { DocumentEdit } from "@/lib/domain/new-group/probe";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import type { UntypedObject } from "@/lib/domain/preview/values";

/** The rules of a platform team for new and changed objects, and the presets of new groups. Null = no rule. */
export interface PlatformPolicies {
  /** The namespace of each object must match one of these patterns. */
  readonly namespaces: readonly string[] | null;
  /** The pattern that the name of a new group must match. */
  readonly namePattern: string | null;
  readonly requiredLabels: readonly RequiredLabel[];
  /** The networks that machines may have. "" = the network of the mesh settings. */
  readonly networks: readonly string[] | null;
  readonly maxTokenSeconds: number | null;
  readonly presets: readonly GroupPreset[];
}

/**
 * One rule of the policy document. `key`: the key of a label; "" = the rule is about another field. Without `values` no value is allowed, or, for a
 * label, any value.
 */
export interface PlatformPolicyRule {
  readonly policy: "namespaces" | "namePattern" | "requiredLabels" | "networks" | "maxTokenSeconds";
  readonly key: string;
  readonly values: readonly string[];
}

/** Returns the rules that the document contains. */
export function policyRules({ namespaces, namePattern, requiredLabels, networks, maxTokenSeconds }: PlatformPolicies): readonly PlatformPolicyRule[] {
  return [
    ...(namespaces === null ? [] : [{ policy: "namespaces" as const, key: "", values: namespaces }]),
    ...(namePattern === null ? [] : [{ policy: "namePattern" as const, key: "", values: [namePattern] }]),
    ...requiredLabels.map(({ key, values }) => ({ policy: "requiredLabels" as const, key, values })),
    ...(networks === null ? [] : [{ policy: "networks" as const, key: "", values: networks }]),
    ...(maxTokenSeconds === null ? [] : [{ policy: "maxTokenSeconds" as const, key: "", values: [String(maxTokenSeconds)] }]),
  ];
}

/** A label that machines must have. Without `values` any value that is not empty is allowed. */
export interface RequiredLabel {
  readonly key: string;
  readonly values: readonly string[];
}

/** The initial values of a new group. Null = the preset has no value. */
export interface GroupPreset {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly network: string | null;
  readonly locality: string | null;
  readonly serviceAccount: string | null;
  readonly ports: Readonly<Record<string, number>>;
  readonly probe: UntypedObject | null;
  /** The mesh values for the bundles of these groups' machines. */
  readonly mesh: PresetMeshValues;
}

/** The mesh values that a preset can set for the machines of its groups. */
export const PRESET_MESH_FIELDS = ["clusterId", "trustDomain", "meshId", "revision", "gateway", "rootCertificate"] as const;
export type PresetMeshField = (typeof PRESET_MESH_FIELDS)[number];

/** The mesh values of a preset. Null = the preset has no value. `rootCertificate`: in PEM. `gateway`: an IP address or a domain name. */
export type PresetMeshValues = { readonly [Field in PresetMeshField]: string | null };

/**
 * The mesh values of a preset. `network`: the network of the groups to which they apply ("" = that of the mesh settings). Null = they apply to all
 * groups.
 */
export interface MeshPreset {
  readonly name: string;
  readonly network: string | null;
  readonly mesh: PresetMeshValues;
}

/** A value from a preset. `network`: the network of the groups to which it applies; null = all groups. */
export interface PresetFieldValue {
  readonly preset: string;
  readonly network: string | null;
  readonly value: string;
}

/**
 * Returns the preset value of a field for groups of a network. Null = none. A preset for that network has precedence over one for all networks, because it is
 * more specific.
 */
export function presetFieldValue(presets: readonly MeshPreset[], field: PresetMeshField, network: string): PresetFieldValue | null {
  const given = presetFieldValues(presets, field);
  return given.find((one) => one.network === network) ?? given.find((one) => one.network === null) ?? null;
}

/** Returns the preset values of a field: one for each network in a preset, and one for all other networks. */
export function presetFieldValues(presets: readonly MeshPreset[], field: PresetMeshField): readonly PresetFieldValue[] {
  const all = presets.flatMap(({ name, network, mesh: { [field]: value } }) => (value === null ? [] : [{ preset: name, network, value }]));
  return all.filter((one, at) => all.findIndex(({ network }) => network === one.network) === at);
}

/** A field in which a preset contradicts an earlier preset for the same groups. `at`: the index of the later preset, `name`: the name of the earlier one. */
export interface PresetContradiction {
  readonly at: number;
  readonly field: PresetMeshField;
  readonly name: string;
}

/**
 * Returns the contradictions between presets: fields for which two presets have different values for the same groups. A contradiction is an error, because
 * neither preset has precedence.
 */
export function presetContradictions(presets: readonly MeshPreset[]): readonly PresetContradiction[] {
  return presets.flatMap(({ network, mesh }, at) =>
    PRESET_MESH_FIELDS.flatMap((field) => {
      const value = mesh[field];
      const other = presets.slice(0, at).find((one) => one.network === network && one.mesh[field] !== null && one.mesh[field] !== value);
      return value === null || other === undefined ? [] : [{ at, field, name: other.name }];
    }),
  );
}

const LABELS: DocumentPath = ["spec", "metadata", "labels"];
const TEMPLATE: DocumentPath = ["spec", "template"];

/** Returns the edits with which a preset sets values in the text of a new group. */
export function presetEdits({ labels, network, locality, serviceAccount, ports, probe }: GroupPreset): readonly DocumentEdit[] {
  const texts = Object.entries({ serviceAccount, network, locality }).filter((pair): pair is [string, string] => pair[1] !== null);
  return [
    ...Object.entries(labels).map(([key, value]): DocumentEdit => [[...LABELS, key], value]),
    ...texts.map(([field, value]): DocumentEdit => [[...TEMPLATE, field], value]),
    ...Object.entries(ports).map(([name, port]): DocumentEdit => [[...TEMPLATE, "ports", name], port]),
    ...(probe === null ? [] : [[["spec", "probe"], probe] satisfies DocumentEdit]),
  ];
}

const PATTERN = /^[-a-z0-9.*]{1,253}$/;
const MOST_STARS = 4;

/** Returns true for a valid name pattern: letters, digits, dots and dashes, and a star for any number of them. */
export function isNamePattern(text: string): boolean {
  return PATTERN.test(text) && text.split("*").length - 1 <= MOST_STARS;
}

/** Returns true if the whole name matches the pattern. The parts between stars are searched once, from the left, so that no name makes it slow. */
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
