import * as z from "zod/mini";
import { KEPT, keepText, keptText } from "./kept-texts";
import { readKept } from "./read-kept";

/** A page that the viewer opened in this browser: the address of an object or of an incident, and when. Milliseconds. */
const RecentPage = z.object({ href: z.string(), at: z.number() });
export type RecentPage = z.infer<typeof RecentPage>;

const MOST = 8;

/** Returns true for the page of one object or incident. Lists are one step away anyway. */
function isRecentPage(pathname: string): boolean {
  return /^\/c\/[^/]+\/[^/]+\/[^/]+\/[^/]+$/.test(pathname) || /^\/incidents\/[^/]+$/.test(pathname);
}

/** Stores a page as the newest one of a viewer. Only its path is stored. */
export function recordRecentPage(viewer: string, pathname: string, at: number): void {
  if (!isRecentPage(pathname)) return;
  const others = recentPages(viewer).filter(({ href }) => href !== pathname);
  keepText(`${KEPT.recent}${viewer}`, JSON.stringify([{ href: pathname, at }, ...others].slice(0, MOST)));
}

/** Returns the pages of a viewer, the newest first. Stored texts that are not addresses of this site are left out. */
export function recentPages(viewer: string): readonly RecentPage[] {
  const pages = readKept(z.array(RecentPage), keptText(`${KEPT.recent}${viewer}`)) ?? [];
  return pages.filter(({ href }) => isRecentPage(href));
}
