import type { BundleValue } from "@/lib/contract/answers/bundle";
import type { MeshCheck } from "@/lib/contract/answers/preflight";
import { rootCertificateStatusOf } from "@/lib/domain/bundle/credentials";
import { revisionExists, visibleRevisions } from "@/lib/domain/new-group/istiod-for-machines";
import { type MeshPreset, presetFieldValues } from "@/lib/domain/platform-policy/policies";
import { presetSourceWords } from "@/lib/format/guard-rails-words";
import { noRevisionWords, unseenRevisionWords } from "@/lib/format/new-group/istiod-words";
import { askToReadWords } from "@/lib/format/new-group/ready-words";
import { rootWords } from "@/lib/format/root-words";
import { certificatePeriods } from "./certificate-periods";
import type { MeshInputs } from "./mesh-inputs";
import { withPreset } from "./preset-facts";

interface Parts {
  readonly apiVersions: BundleValue;
  readonly inputs: MeshInputs;
  readonly presets: readonly MeshPreset[];
  readonly namespace: string;
  readonly istioNamespace: string;
  /** Does the server read such facts with its own account? */
  readonly shares: boolean;
  readonly now: number;
}

const GET_CONFIG_MAPS = { verb: "get", resource: "configmaps" };

/** The facts as a page shows them that has no field for them: what cannot be seen says whom to ask for which right. */
export function readyFacts(parts: Parts): MeshCheck[] {
  const { apiVersions, inputs, namespace, istioNamespace, shares } = parts;
  const asking = (fact: BundleValue, inNamespace: string, { verb, resource }: { readonly verb: string; readonly resource: string }): BundleValue => {
    if (fact.state !== "unseen") return fact;
    const words = askToReadWords({ namespace: inNamespace, right: `the verb ${verb} on ${resource}`, shares });
    return { ...fact, problem: `${fact.problem} ${words}`, fault: "forbidden", missing: { right: `${verb} ${resource}`, namespace: inNamespace } };
  };
  const ofConfig = (fact: BundleValue) => asking(fact, istioNamespace, GET_CONFIG_MAPS);
  return [
    { fact: "apiVersions", network: null, ...apiVersions },
    { fact: "meshConfig", network: null, ...ofConfig(inputs.meshConfig) },
    ...revisions(parts),
    ...ofNetworks("clusterId", ofConfig(inputs.clusterId), parts),
    ...ofNetworks("trustDomain", ofConfig(inputs.trustDomain), parts),
    ...ofNetworks("rootCertificate", asking(inputs.rootCertificate, namespace, GET_CONFIG_MAPS), parts).map((fact) => inFewWords(fact, parts.now)),
    ...ofNetworks("gateway", asking(inputs.gateway, istioNamespace, { verb: "list", resource: "services" }), parts),
  ];
}

type OfPreset = "clusterId" | "trustDomain" | "rootCertificate" | "gateway";

/** One for each network of which a preset speaks, and one for all other groups: nothing is known of the group yet. */
function ofNetworks(fact: OfPreset, read: BundleValue, { presets, now }: Parts): MeshCheck[] {
  const given = presetFieldValues(presets, fact);
  const one = (network: string | null): MeshCheck => ({
    ...{ fact, network },
    ...withPreset(fact, read, given.find((preset) => preset.network === network) ?? null, now),
  });
  return [one(null), ...given.flatMap(({ network }) => (network === null ? [] : [one(network)]))];
}

/** The revisions that presets name. Without one the files of a group are for the revision of its label, or for the one without a name. */
function revisions({ presets, inputs: { istiods } }: Parts): MeshCheck[] {
  return presetFieldValues(presets, "revision").map((given): MeshCheck => {
    const told = { fact: "revision", network: given.network, value: given.value, source: presetSourceWords(given), preset: given.preset } as const;
    const isThere = revisionExists(given.value, istiods.seen, "unread");
    if (isThere !== false) return { ...told, state: isThere ? "ok" : "unseen", problem: isThere ? "" : unseenRevisionWords() };
    return { ...told, state: "problem", problem: noRevisionWords({ revision: given.value, revisions: visibleRevisions(istiods.seen) }), fault: "no-revision" };
  });
}

/** A certificate itself comes with the files. */
function inFewWords(fact: MeshCheck, now: number): MeshCheck {
  return fact.value === "" ? fact : { ...fact, value: rootWords(rootCertificateStatusOf(certificatePeriods(fact.value), now)) };
}
