import type { BundleDefaults, BundleValue } from "@/lib/contract/answers/bundle";
import type { PlatformPolicyAnswer } from "@/lib/contract/answers/platform-policy";
import { type MeshPreset, type PresetFieldValue, type PresetMeshField, presetFieldValue } from "@/lib/domain/platform-policy/policies";
import { presetDiffersWords, presetSourceWords } from "@/lib/format/guard-rails-words";
import { sharesCertificate } from "./certificate-periods";
import { checkedRoot } from "./root-fact";

/** Facts that are read of the mesh and that a preset may tell too. */
export type PresetFact = Exclude<PresetMeshField, "revision">;

/** The presets of rules that are known. */
export function presetsOf(rails: PlatformPolicyAnswer): readonly MeshPreset[] {
  return rails.kind === "known" ? rails.rails.presets : [];
}

/**
 * A fact as a preset tells it, which wins over what was read: the platform team knows what stands before a cluster, such as the public name of its gateway,
 * and a viewer may not be able to read the rest. What is typed wins over both, for a form begins with this. Where both are known and cannot both be right,
 * that is a problem. `now` in milliseconds.
 */
export function withPreset(fact: PresetFact, read: BundleValue, given: PresetFieldValue | null, now: number): BundleValue {
  if (given === null) return read;
  const told: BundleValue = { state: "ok", value: given.value, source: presetSourceWords(given), problem: "", preset: given.preset };
  if (read.value === "" || agree(fact, given.value, read.value)) return fact === "rootCertificate" ? checkedRoot(told, now) : told;
  const value = fact === "rootCertificate" ? "" : read.value;
  return {
    ...told,
    state: "problem",
    problem: presetDiffersWords({ preset: given.preset, source: read.source, value }),
    fault: "differs-from-preset",
    place: read.place,
  };
}

/** A gateway has as many addresses as there are ways to it. */
function agree(fact: PresetFact, given: string, read: string): boolean {
  if (fact === "gateway") return true;
  return fact === "rootCertificate" ? sharesCertificate(given, read) : given === read;
}

/** What a bundle begins with: the mesh's facts, with what presets say of them for groups of this network. */
export function factsFor(
  network: string,
  read: Pick<BundleDefaults, PresetFact>,
  { presets, now }: { readonly presets: readonly MeshPreset[]; readonly now: number },
): Pick<BundleDefaults, PresetFact> {
  const fact = (name: PresetFact) => withPreset(name, read[name], presetFieldValue(presets, name, network), now);
  return {
    clusterId: fact("clusterId"),
    trustDomain: fact("trustDomain"),
    meshId: fact("meshId"),
    gateway: fact("gateway"),
    rootCertificate: fact("rootCertificate"),
  };
}
