import * as z from "zod/mini";
import { encodeSegment } from "./paths";

/** A link to another tool. `template`: its address, with fields of the object in braces. */
export interface ExternalLink {
  readonly name: string;
  readonly template: string;
}

/** The fields of an object that a link can contain. */
export const LINK_TEMPLATE_FIELDS = ["cluster", "namespace", "group", "entry", "service", "address", "network", "at"] as const;
type LinkField = (typeof LINK_TEMPLATE_FIELDS)[number];
/** The known fields of an object. A missing or empty field is not known. `at`: the moment of the page, in milliseconds since 1970. */
export type LinkTemplateValues = Partial<Readonly<Record<LinkField, string>>>;

const MOST_LINKS = 12;
const LONGEST_NAME = 24;
const LONGEST_TEMPLATE = 1_000;
const Written = z.record(z.string(), z.string());
/** A template begins with its whole scheme and host, without user or password. No field can change these. */
const FIXED_BEGINNING = /^(?:https?|ssh):\/\/[A-Za-z0-9.\-:[\]]+(?:[/?#]|$)/;
const FIELD = /\{([^{}]*)\}/g;

/** Reads `{"Logs": "https://logs.example/?q={entry}"}`. If a link is not valid, returns a sentence about the first such link. */
export function parseExternalLinks(text: string): { readonly links: readonly ExternalLink[] } | { readonly problem: string } {
  if (text.trim() === "") return { links: [] };
  const read = Written.safeParse(jsonOf(text));
  if (!read.success) return { problem: 'is no JSON object of names and addresses: {"Logs": "https://logs.example/?q={entry}"}' };
  const links = Object.entries(read.data).map(([name, template]) => ({ name, template }));
  if (links.length > MOST_LINKS) return { problem: `has ${links.length} links, and ${MOST_LINKS} is the most` };
  const problem = links.map(problemOf).find((words) => words !== "");
  return problem === undefined ? { links } : { problem };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function problemOf({ name, template }: ExternalLink): string {
  if (name.trim() === "" || name.length > LONGEST_NAME) return `names a link ${JSON.stringify(name)}: a name has 1 to ${LONGEST_NAME} characters`;
  if (template.length > LONGEST_TEMPLATE) return `gives ${name} an address of more than ${LONGEST_TEMPLATE} characters`;
  if (!FIXED_BEGINNING.test(template) || !URL.canParse(template.replace(FIELD, "x")))
    return `gives ${name} no address of https, http or ssh that begins with its whole host and has no user: ${template}`;
  const unknown = [...template.matchAll(FIELD)].map(([, field = ""]) => field).find((field) => !LINK_TEMPLATE_FIELDS.some((known) => known === field));
  if (unknown !== undefined) return `gives ${name} the field {${unknown}}, which is not known: ${LINK_TEMPLATE_FIELDS.map((field) => `{${field}}`).join(" ")}`;
  return /[{}]/.test(template.replace(FIELD, "")) ? `gives ${name} an address with a brace that is not closed: ${template}` : "";
}

/**
 * Returns the address of a link for these fields; null if a field is not known or could change the target. Encoding keeps each value within its part of the
 * path or the query. A value of dots alone would leave the path even when encoded.
 */
export function externalLinkHref({ template }: ExternalLink, fields: LinkTemplateValues): string | null {
  const wanted = [...template.matchAll(FIELD)].map(([, field]) => fields[field as LinkField] ?? "");
  if (wanted.some((value) => value === "" || /^\.+$/.test(value))) return null;
  return template.replace(FIELD, (_, field: LinkField) => encodeSegment(fields[field] ?? ""));
}

/** Addresses of Kiali's pages. `base`: the address of Kiali. */
export const kialiPaths = {
  mesh: (base: string) => `${base}/console/mesh`,
  service: (base: string, namespace: string, name: string) => `${base}/console/namespaces/${encodeSegment(namespace)}/services/${encodeSegment(name)}`,
};

/** Returns a base address for links, without a slash at its end; null if `text` is not http or https, or has a user, password, query or fragment. */
export function parseLinkBase(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, origin, pathname, search, hash } = new URL(text);
  if ((protocol !== "https:" && protocol !== "http:") || username !== "" || password !== "" || search !== "" || hash !== "") return null;
  return `${origin}${pathname}`.replace(/\/+$/, "");
}
