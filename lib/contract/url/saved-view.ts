import * as z from "zod/mini";
import { pagePaths } from "./paths";

/** A named view: the address of a list on this site with its filters. */
export const SavedView = z.object({ name: z.string(), address: z.string() });
export type SavedView = z.infer<typeof SavedView>;

/**
 * The reason why the views of a cluster could not be read. Only a viewer of the whole cluster gets the rest. `fault`: the kind of fault. `place`: the
 * ConfigMap. `at`: the position in the list (from 0).
 */
const ViewsProblem = z.object({
  ...{ cluster: z.string(), problem: z.string() },
  ...{ fault: z.optional(z.string()), place: z.optional(z.string()), at: z.optional(z.number()) },
});

/** The views that a team stored in each cluster, and the clusters in which they could not be read. */
export const TeamViews = z.object({
  views: z.readonly(z.array(z.extend(SavedView, { cluster: z.string() }))),
  problems: z.readonly(z.array(ViewsProblem)),
});
export type TeamViews = z.infer<typeof TeamViews>;

export const MAX_SAVED_VIEWS = 100;
/** The longest name of a view, in characters. */
export const MAX_VIEW_NAME_LENGTH = 60;
const LONGEST_ADDRESS = 2_000;

/** The pages that a view can store. The page of one object already has its own link. */
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

/** A base for parsing only. No request goes to this origin. */
const HERE = "https://here.invalid";

/** Returns true for a page that a view can store. */
export function canSaveView(pathname: string): boolean {
  return PAGES.has(pathname);
}

/**
 * Returns the safe address of a view: path and query of a list on this site. Null for another scheme or host, a script, or a path that does not end at a list.
 */
export function parseViewAddress(text: string): string | null {
  if (text.length > LONGEST_ADDRESS || !text.startsWith("/") || !URL.canParse(text, HERE)) return null;
  const url = new URL(text, HERE);
  return url.origin === HERE && canSaveView(url.pathname) ? `${url.pathname}${url.search}` : null;
}

/** Returns the name of a view without blanks around it; null if it is empty or too long. */
export function parseViewName(text: string): string | null {
  const name = text.trim();
  return name === "" || name.length > MAX_VIEW_NAME_LENGTH ? null : name;
}
