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
