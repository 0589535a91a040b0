import type { BundleFact } from "@/lib/contract/bundle";
import { rootStandingOf } from "@/lib/domain/bundle/root-certificate";
import { rootProblemWords } from "@/lib/format/root-words";
import { certificatePeriods } from "./certificate-periods";

/** What is wrong with a root certificate in PEM, "" = nothing: with it no machine would trust istiod. `now` in milliseconds. */
export function rootProblem(pem: string, now: number): string {
  return rootProblemWords(rootStandingOf(certificatePeriods(pem), now));
}

/** The same of one that was read. */
export function checkedRoot(fact: BundleFact, now: number): BundleFact {
  const problem = fact.value === "" ? "" : rootProblem(fact.value, now);
  return problem === "" ? fact : { ...fact, state: "problem", problem };
}
