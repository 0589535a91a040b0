import * as z from "zod/mini";
import { encoded } from "./paths";

/** A page elsewhere about the same thing: what it is called, and its address with fields of the object in braces. */
export interface OutsideLink {
  readonly name: string;
  readonly template: string;
}

/** What a link may say of the thing that is shown. */
export const LINK_FIELDS = ["cluster", "namespace", "group", "entry", "service", "address", "network", "at"] as const;
type LinkField = (typeof LINK_FIELDS)[number];
/** What is known of the thing; a field that is missing or empty is not known. `at`: the moment that the page is about, in milliseconds since 1970. */
export type LinkFields = Partial<Readonly<Record<LinkField, string>>>;

const MOST_LINKS = 12;
const LONGEST_NAME = 24;
const LONGEST_TEMPLATE = 1_000;
const Written = z.record(z.string(), z.string());
/** The scheme and the host stand there in full, and end before anything that a field could fill in. No user, no password. */
const FIXED_BEGINNING = /^(?:https?|ssh):\/\/[A-Za-z0-9.\-:[\]]+(?:[/?#]|$)/;
const FIELD = /\{([^{}]*)\}/g;

/** Reads `{"Logs": "https://logs.example/?q={entry}"}`; a sentence about the first that cannot be used, where there is one. */
export function parseOutsideLinks(text: string): { readonly links: readonly OutsideLink[] } | { readonly problem: string } {
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

function problemOf({ name, template }: OutsideLink): string {
  if (name.trim() === "" || name.length > LONGEST_NAME) return `names a link ${JSON.stringify(name)}: a name has 1 to ${LONGEST_NAME} characters`;
  if (template.length > LONGEST_TEMPLATE) return `gives ${name} an address of more than ${LONGEST_TEMPLATE} characters`;
  if (!FIXED_BEGINNING.test(template) || !URL.canParse(template.replace(FIELD, "x")))
    return `gives ${name} no address of https, http or ssh that begins with its whole host and has no user: ${template}`;
  const unknown = [...template.matchAll(FIELD)].map(([, field = ""]) => field).find((field) => !LINK_FIELDS.some((known) => known === field));
  if (unknown !== undefined) return `gives ${name} the field {${unknown}}, which is not known: ${LINK_FIELDS.map((field) => `{${field}}`).join(" ")}`;
  return /[{}]/.test(template.replace(FIELD, "")) ? `gives ${name} an address with a brace that is not closed: ${template}` : "";
}

/**
 * Where a link leads for this thing; null where something that it asks for is not known, or could change where it leads. Each value is encoded, so it
 * stays within its part of the path or the query; a value that is nothing but dots would climb out of the path, however encoded.
 */
export function outsideHref({ template }: OutsideLink, fields: LinkFields): string | null {
  const wanted = [...template.matchAll(FIELD)].map(([, field]) => fields[field as LinkField] ?? "");
  if (wanted.some((value) => value === "" || /^\.+$/.test(value))) return null;
  return template.replace(FIELD, (_, field: LinkField) => encoded(fields[field] ?? ""));
}

/** Pages of Kiali, under the address where it is reached. */
export const kialiPaths = {
  mesh: (base: string) => `${base}/console/mesh`,
  service: (base: string, namespace: string, name: string) => `${base}/console/namespaces/${encoded(namespace)}/services/${encoded(name)}`,
};

/** An address as it can be linked to: of http or https, without a password, a query or a fragment, and without a slash at its end; null = it is none. */
export function linkedBase(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, origin, pathname, search, hash } = new URL(text);
  if ((protocol !== "https:" && protocol !== "http:") || username !== "" || password !== "" || search !== "" || hash !== "") return null;
  return `${origin}${pathname}`.replace(/\/+$/, "");
}
