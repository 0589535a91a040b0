import { dottedLocalitySuggestion } from "@/lib/domain/localities/locality";
import { addressFamily } from "@/lib/domain/selection/ip-address";
import { type DocumentPath, predictedWebhookError, type ValidationFinding } from "./finding";

const DNS_LABEL = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const LABEL = /^[a-zA-Z0-9](?:[-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?$/;
const TAG_NAME = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const TAG_VALUE = /^(?:(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

/** Returns true for a lower-case DNS label, such as the name of a namespace or of a Service port. */
export function isDnsLabel(text: string): boolean {
  return DNS_LABEL.test(text);
}

/** Returns true for a DNS label in upper or lower case of at most 63 letters. Istio requires one for port names. */
export function isMixedCaseDnsLabel(text: string): boolean {
  return LABEL.test(text);
}

/**
 * Returns the invalid part of a domain name. "" = the whole name is invalid, null = it is valid. A single label and a trailing dot are valid
 * (docs/istio.md#webhook-entries).
 */
export function invalidPartOfDomain(domain: string): string | null {
  if (domain === "" || domain.length > 255) return "";
  const parts = (domain.endsWith(".") ? domain.slice(0, -1) : domain).split(".");
  const top = parts.at(-1) ?? "";
  return /^\d+$/.test(top) ? top : (parts.find((part) => !isMixedCaseDnsLabel(part)) ?? null);
}

/**
 * Returns the invalid part like `invalidPartOfDomain`, but the first label may be a wildcard, or start or end with one
 * (docs/istio.md#webhook-serviceentries).
 */
export function invalidPartOfWildcardDomain(domain: string): string | null {
  const [first = "", ...rest] = domain.split(".");
  if (!first.includes("*")) return invalidPartOfDomain(domain);
  if (!(first === "*" || /^\*[^*]+$|^[^*]+\*$/.test(first))) return first;
  return rest.length === 0 ? null : invalidPartOfDomain(rest.join("."));
}

/** Returns true for a CIDR range: an IP address with a prefix length that its family allows. */
export function isCidrRange(text: string): boolean {
  const [, address = "", length] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const family = addressFamily(address);
  return family !== null && Number(length) <= (family === 4 ? 32 : 128);
}

/** Returns the webhook's errors for labels. It checks the syntax of keys and values, but not the length of values (docs/istio.md#webhook-entries). */
export function labelWebhookFindings(pairs: readonly (readonly [string, unknown])[], path: DocumentPath): readonly ValidationFinding[] {
  return pairs.flatMap(([key, value]) => [
    ...(isLabelKey(key) ? [] : [predictedWebhookError([...path, key], "tag-key", { key })]),
    ...(TAG_VALUE.test(String(value))
      ? []
      : [predictedWebhookError([...path, key], "tag-value", { value: String(value), ...dottedLocalitySuggestion(key, String(value)) })]),
  ]);
}

/** Returns true if the API server accepts the text as a label value. */
export function isLabelValue(text: string): boolean {
  return text.length <= 63 && TAG_VALUE.test(text);
}

/** Returns true for a valid label key: a name of at most 63 letters, with an optional domain name and slash before it. */
export function isLabelKey(key: string): boolean {
  const slash = key.indexOf("/");
  const prefix = slash < 0 ? null : key.slice(0, slash);
  const name = key.slice(slash + 1);
  return name.length <= 63 && TAG_NAME.test(name) && (prefix === null || (prefix.length <= 253 && prefix.split(".").every(isMixedCaseDnsLabel)));
}
