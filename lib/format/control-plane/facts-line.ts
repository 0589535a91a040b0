import { formatSpan } from "@/lib/format/text/duration";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { be } from "@/lib/format/text/tense";
import { delayWords } from "./delay-words";

/** A value of the control plane with how it is known. Milliseconds; null = unlimited. */
export interface FactInput {
  readonly kind: "known" | "assumed" | "denied";
  readonly value: number | null;
  readonly source: string;
}

/** A value in words with its source: "30 min (arguments of istiod's Pods)", "10 s, assumed (…)", "not known (…)". */
export function factPhrase({ kind, value, source }: FactInput): string {
  if (kind === "denied") return `not known (${source})`;
  return `${value === null ? "unlimited" : delayWords(value)}${kind === "assumed" ? ", assumed" : ""} (${source})`;
}

/** A key of a mesh configuration of which no value is used. `isBeforeKnown`: pages use the last value that istiod accepted. */
export interface RejectedConfig {
  readonly configMap: string;
  readonly key: "mesh" | "meshNetworks";
  readonly by: "istiod" | "Stolos";
  readonly why: string;
  readonly isBeforeKnown: boolean;
}

/** The rejected key with its reason, and the values that are used instead. */
export function rejectedConfigText({ configMap, key, by, why, isBeforeKnown }: RejectedConfig): string {
  const place = `${key} in ConfigMap ${configMap}: ${why}.`;
  if (by === "Stolos") return `Stolos does not read ${place} Pages show Istio's defaults.`;
  if (isBeforeKnown) return `istiod rejects ${place} It uses the last value that it accepted. After a restart it uses its defaults.`;
  return `istiod rejects ${place} It uses its defaults. A replica that accepted an earlier value still uses that.`;
}

/** How many connections began lately, against those of a fleet at rest. */
export interface RateInput {
  readonly began: number;
  readonly windowMs: number;
  readonly expected: number | null;
}

/** "104 connections began in the last 5 min; a fleet at rest would renew about 101". */
export function ratePhrase({ began, windowMs, expected }: RateInput): string {
  const first = `${plural(began, "connection")} that ${be(began)} held began in the last ${formatSpan(windowMs)}`;
  return expected === null
    ? `${first}; no maximum age is set, so none is due`
    : `${first}; a fleet at rest would renew about ${formatNumber(Math.round(expected))}`;
}
