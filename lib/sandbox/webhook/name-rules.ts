import { isIP } from "node:net";

const label = /^[a-zA-Z0-9](?:[-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?$/;
const tagName = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const tagValue = /^(?:(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

/** Addresses as Go parses them: no brackets, a zone for IPv6 alone. */
export function isIpAddress(text: string): boolean {
  return isIP(text) !== 0;
}

/** An IP address with a prefix length that fits it. */
export function isCidr(text: string): boolean {
  const match = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text);
  const family = isIP(match?.[1] ?? "");
  return family !== 0 && Number(match?.[2]) <= (family === 4 ? 32 : 128);
}

export function isLabel(text: string): boolean {
  return label.test(text);
}

/** Why this is no fully qualified domain name; null when it is one. A single word is one, and so is one with a dot at its end. */
export function domainProblem(domain: string): string | null {
  if (domain === "") return "empty domain name not allowed";
  if (domain.length > 255) return `domain name ${JSON.stringify(domain)} too long (max 255)`;
  const parts = (domain.endsWith(".") ? domain.slice(0, -1) : domain).split(".");
  const top = parts.at(-1) ?? "";
  if (/^\d+$/.test(top)) return `domain name ${JSON.stringify(domain)} invalid (top level domain ${JSON.stringify(top)} cannot be all-numeric)`;
  const wrong = parts.find((part) => !isLabel(part));
  return wrong === undefined ? null : `domain name ${JSON.stringify(domain)} invalid (label ${JSON.stringify(wrong)} invalid)`;
}

/** The same where the first label may be a wildcard, or begin or end with one. */
export function wildcardDomainProblem(domain: string): string | null {
  const [first = "", ...rest] = domain.split(".");
  if (!first.includes("*")) return domainProblem(domain);
  const plain = first === "*" || /^\*-[^*]*$|^[^*]*-\*$|^\*[^*]+$|^[^*]+\*$/.test(first);
  if (!plain) return `domain name ${JSON.stringify(domain)} invalid (label ${JSON.stringify(first)} invalid)`;
  return rest.length === 0 ? null : domainProblem(rest.join("."));
}

/** What is wrong with workload labels: the shape of keys and values; values have no limit. */
export function labelProblems(labels: ReadonlyArray<readonly [string, unknown]>): string[] {
  return labels.flatMap(([key, value]) => [...keyProblems(key), ...(tagValue.test(String(value)) ? [] : [`invalid tag value: ${JSON.stringify(value)}`])]);
}

function keyProblems(key: string): string[] {
  const slash = key.indexOf("/");
  const prefix = slash < 0 ? null : key.slice(0, slash);
  const name = key.slice(slash + 1);
  if (prefix !== null && prefix.length > 253) return [`invalid tag key: ${JSON.stringify(key)} (DNS prefix is too long)`];
  if (name.length > 63) return [`invalid tag key: ${JSON.stringify(key)} (name is too long)`];
  const isGood = tagName.test(name) && (prefix === null || prefix.split(".").every(isLabel));
  return isGood ? [] : [`invalid tag key: ${JSON.stringify(key)}`];
}
