import { listAtMost, listOf } from "@/lib/format/text/lists";
import { formatNumber } from "@/lib/format/text/numbers";

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

/** Are machines and Pods equal: what differs, as a phrase. */
export function differencesSentence(differences: readonly { readonly aspect: string; readonly differs: boolean }[]): string {
  const aspects = [...new Set(differences.filter(({ differs }) => differs).map(({ aspect }) => aspectWord(aspect)))];
  return aspects.length === 0 ? "machines and pods are equal in these" : `they differ in ${listOf(aspects)}`;
}
