import type { BundleValue } from "@/lib/contract/answers/bundle";
import { type RootCertificateStatus, rootCertificateStatusOf } from "@/lib/domain/bundle/credentials";
import type { MeshCheckFault } from "@/lib/domain/new-group/istiod-for-machines";
import { rootProblemWords } from "@/lib/format/root-words";
import { certificatePeriods } from "./certificate-periods";

/** What is wrong with a root certificate in PEM, "" = nothing: with it no machine would trust istiod. `now` in milliseconds. */
export function rootProblem(pem: string, now: number): string {
  return rootProblemWords(rootCertificateStatusOf(certificatePeriods(pem), now));
}

/** The same of one that was read. */
export function checkedRoot(fact: BundleValue, now: number): BundleValue {
  const standing = rootCertificateStatusOf(certificatePeriods(fact.value), now);
  if (fact.value === "" || standing.kind === "holds") return fact;
  return { ...fact, state: "problem", problem: rootProblemWords(standing), fault: ROOT_FAULTS[standing.kind] };
}

const ROOT_FAULTS = { unreadable: "no-certificate", ended: "certificate-ended", "not-yet": "certificate-not-yet" } as const satisfies Record<
  Exclude<RootCertificateStatus["kind"], "holds">,
  MeshCheckFault
>;
