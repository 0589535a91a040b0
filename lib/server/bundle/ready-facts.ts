import type { BundleFact } from "@/lib/contract/bundle";
import type { Preflight } from "@/lib/contract/preflight";
import { rootStandingOf } from "@/lib/domain/bundle/root-certificate";
import { askToReadWords } from "@/lib/format/new-group/ready-words";
import { rootWords } from "@/lib/format/root-words";
import { certificatePeriods } from "./certificate-periods";
import type { MeshInputs } from "./mesh-inputs";

/** Facts of the mesh that the first step of a new group tells. */
type ReadyFacts = Pick<Preflight, "apiVersions" | "meshConfig" | "clusterId" | "trustDomain" | "rootCertificate" | "gateway">;

interface Surroundings {
  readonly namespace: string;
  readonly istioNamespace: string;
  /** Does the server read such facts with its own account? */
  readonly shares: boolean;
  readonly now: number;
}

/** The facts as a page shows them that has no field for them: what cannot be seen says whom to ask for which right. */
export function readyFacts(facts: Pick<MeshInputs, Exclude<keyof ReadyFacts, "apiVersions">> & Pick<ReadyFacts, "apiVersions">, around: Surroundings): ReadyFacts {
  const { namespace, istioNamespace, shares, now } = around;
  const asking = (fact: BundleFact, inNamespace: string, right: string): BundleFact =>
    fact.state === "unseen" ? { ...fact, problem: `${fact.problem} ${askToReadWords({ namespace: inNamespace, right, shares })}` } : fact;
  const config = (fact: BundleFact) => asking(fact, istioNamespace, "the verb get on configmaps");
  const { value: pem } = facts.rootCertificate;
  return {
    apiVersions: facts.apiVersions,
    meshConfig: config(facts.meshConfig),
    clusterId: config(facts.clusterId),
    trustDomain: config(facts.trustDomain),
    gateway: asking(facts.gateway, istioNamespace, "the verb list on services"),
    rootCertificate: {
      ...asking(facts.rootCertificate, namespace, "the verb get on configmaps"),
      // The certificate itself comes with the files.
      value: pem === "" ? "" : rootWords(rootStandingOf(certificatePeriods(pem), now)),
    },
  };
}
