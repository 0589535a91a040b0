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
