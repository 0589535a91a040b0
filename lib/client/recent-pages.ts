import { pageMemory } from "./page-memory";

/** A page that the viewer opened: the address of an object or of an incident, and when. Milliseconds. */
interface RecentPage {
  readonly href: string;
  readonly at: number;
}

interface ViewerPages {
  readonly viewer: string;
  readonly pages: readonly RecentPage[];
}

const MOST = 8;

/** Not in the browser's storage: there, the names of opened objects remain after the tab is closed. */
const memory = pageMemory<ViewerPages>();

/** Returns true for the page of one object or incident. Lists are one step away anyway. */
function isRecentPage(pathname: string): boolean {
  return /^\/c\/[^/]+\/[^/]+\/[^/]+\/[^/]+$/.test(pathname) || /^\/incidents\/[^/]+$/.test(pathname);
}

/** Adds a page as the newest one of a viewer. Only its path is used. */
export function recordRecentPage(viewer: string, pathname: string, at: number): void {
  if (!isRecentPage(pathname)) return;
  const others = recentPages(viewer).filter(({ href }) => href !== pathname);
  memory.set({ viewer, pages: [{ href: pathname, at }, ...others].slice(0, MOST) });
}

/** Returns the pages of a viewer since the document was loaded, the newest first. */
export function recentPages(viewer: string): readonly RecentPage[] {
  const recent = memory.get();
  return recent?.viewer === viewer ? recent.pages : [];
}
