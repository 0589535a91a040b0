import type { Fields } from "@/lib/domain/preview/values";
import type { PresetMesh } from "./preset-mesh";

/** What a platform team allows of new and changed objects, and how new groups may begin. null = no rule about it. */
export interface GuardRails {
  /** Patterns, one of which the namespace of each object fits. */
  readonly namespaces: readonly string[] | null;
  /** The pattern of names of new groups. */
  readonly namePattern: string | null;
  readonly requiredLabels: readonly RequiredLabel[];
  /** The networks that machines may be in; "" = the one of the mesh's settings. */
  readonly networks: readonly string[] | null;
  readonly maxTokenSeconds: number | null;
  readonly presets: readonly Preset[];
}

/** One policy of the document. `key`: of a label, "" = none. No values = it allows nothing; of a label, any value. */
export interface Policy {
  readonly policy: "namespaces" | "namePattern" | "requiredLabels" | "networks" | "maxTokenSeconds";
  readonly key: string;
  readonly values: readonly string[];
}

/** The policies that the document has. */
export function policiesOf({ namespaces, namePattern, requiredLabels, networks, maxTokenSeconds }: GuardRails): readonly Policy[] {
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
export interface Preset {
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
