import type { MachinePodComparison } from "@/lib/domain/selection/port-groups";
import { listAtMost, listOf } from "@/lib/format/text/lists";
import { formatNumber, plural } from "@/lib/format/text/numbers";

const ASPECTS: Readonly<Record<string, string>> = {
  port: "port",
  account: "account",
  tls: "TLS",
  version: "version",
  locality: "locality",
  probe: "checked by",
};

/** What may differ, in words. */
export function aspectWord(aspect: string): string {
  return ASPECTS[aspect] ?? aspect;
}

const VALUES_TOLD = 3;

/** The values that machines or Pods have, most first: "8443 (28), 9443 (4)", one alone without its number. */
export function valuesPhrase(values: readonly { readonly value: string; readonly count: number }[]): string {
  const [only, ...others] = values;
  if (only === undefined) return "—";
  if (others.length === 0) return only.value || "none";
  const counted = values.map(({ value, count }) => `${value || "none"} (${formatNumber(count)})`);
  return listAtMost(counted, VALUES_TOLD, { commas: true });
}

type ComparedCounts = Pick<MachinePodComparison, "machines" | "pods">;

/** The aspects in which machines and Pods differ, as a phrase. */
export function differencesSentence(
  { machines, pods }: ComparedCounts,
  differences: readonly { readonly aspect: string; readonly differs: boolean }[],
): string {
  if (machines.sent === 0 || pods.sent === 0) return "not compared";
  const aspects = [...new Set(differences.filter(({ differs }) => differs).map(({ aspect }) => aspectWord(aspect)))];
  return aspects.length === 0 ? "machines and pods are equal in these" : `they differ in ${listOf(aspects)}`;
}

/** In place of the localities, which are compared unless the Nodes of Pods are not visible; "" if they are compared. */
export function localityGap(differences: readonly { readonly aspect: string }[]): string {
  return differences.length === 0 || differences.some(({ aspect }) => aspect === "locality") ? "" : "The localities of Pods are not known.";
}

/** The endpoints that are not compared, and why; "" if all are. */
export function comparedSentences({ machines, pods }: ComparedCounts): string {
  const leftOut = [machines.leftOut > 0 ? plural(machines.leftOut, "machine") : "", pods.leftOut > 0 ? plural(pods.leftOut, "pod") : ""];
  const phrase = listOf(leftOut.filter((words) => words !== ""));
  const missing = [machines.sent === 0 ? "machine" : "", pods.sent === 0 ? "pod" : ""].filter((word) => word !== "");
  if (missing.length > 0) return `This caller gets no ${missing.join(" and no ")} here, so nothing is compared. Not sent: ${phrase}.`;
  return phrase === "" ? "" : `Only endpoints that this caller gets are compared. Not sent: ${phrase}.`;
}
