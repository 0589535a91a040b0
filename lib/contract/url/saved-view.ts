import * as z from "zod/mini";
import { pagePaths } from "./paths";

/** A view under a name: the address of a list on this site, filters and all. */
export const SavedView = z.object({ name: z.string(), address: z.string() });
export type SavedView = z.infer<typeof SavedView>;

/**
 * The views of a cluster could not be read. The kind of fault, the ConfigMap, and the position in the list (from 0), for a viewer who sees the whole cluster.
 */
const ViewsProblem = z.object({
  ...{ cluster: z.string(), problem: z.string() },
  ...{ fault: z.optional(z.string()), place: z.optional(z.string()), at: z.optional(z.number()) },
});

/** The views that a team keeps in each cluster, and where they could not be read. */
export const TeamViews = z.object({
  views: z.readonly(z.array(z.extend(SavedView, { cluster: z.string() }))),
  problems: z.readonly(z.array(ViewsProblem)),
});
export type TeamViews = z.infer<typeof TeamViews>;

export const MAX_SAVED_VIEWS = 100;
export const MAX_NAME_LENGTH = 60;
const LONGEST_ADDRESS = 2_000;

/** The pages that a view may be of: what shows one object has a link of its own. */
const PAGES: ReadonlySet<string> = new Set([
  pagePaths.fleet(),
  pagePaths.onCall(),
  pagePaths.groups(),
  pagePaths.entries(),
  pagePaths.services(),
  pagePaths.findings(),
  pagePaths.localities(),
  pagePaths.networks(),
  pagePaths.controlPlane(),
  pagePaths.activity(),
]);

/** Any origin does: it is compared, and never asked. */
const HERE = "https://here.invalid";

/** Is a page one that views can be kept of? */
export function hasViews(pathname: string): boolean {
  return PAGES.has(pathname);
}

/**
 * The address of a view as a link may lead there: path and query of one of the lists of this site. Null for whatever would lead elsewhere, or to a page that is no list:
 * another scheme or host, a script, a path that climbs.
 */
export function viewAddress(text: string): string | null {
  if (text.length > LONGEST_ADDRESS || !text.startsWith("/") || !URL.canParse(text, HERE)) return null;
  const url = new URL(text, HERE);
  return url.origin === HERE && hasViews(url.pathname) ? `${url.pathname}${url.search}` : null;
}

/** A name as it is kept, without blanks around it; null where it is none. */
export function viewName(text: string): string | null {
  const name = text.trim();
  return name === "" || name.length > MAX_NAME_LENGTH ? null : name;
}
