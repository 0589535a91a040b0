import { expect, type Page } from "@playwright/test";

/** One text that appeared in a live region: the region's role, and its freshness. */
interface Announcement {
  readonly role: string;
  readonly freshness: string;
  readonly at: number;
}

/** Announcements of a page, and the changes of its mark. Milliseconds of the page's clock. */
interface Announced {
  readonly announcements: readonly Announcement[];
  readonly marked: readonly { readonly stale: boolean; readonly at: number }[];
}

declare global {
  interface Window {
    announced?: { announcements: Announcement[]; marked: { stale: boolean; at: number }[] };
  }
}

/** From now on, records each text that appears in a live region, and each change of the page's mark. */
export function recordAnnouncements(page: Page): Promise<void> {
  return page.evaluate(() => {
    const announced: NonNullable<Window["announced"]> = { announcements: [], marked: [] };
    window.announced = announced;
    for (const region of document.querySelectorAll<HTMLElement>("p[role=alert], p[role=status]")) {
      const note = () => {
        const { freshness = "" } = region.dataset;
        if (region.textContent !== "") announced.announcements.push({ role: region.role ?? "", freshness, at: performance.now() });
      };
      new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
    }
    const root = document.documentElement;
    const mark = () => announced.marked.push({ stale: root.hasAttribute("data-stale"), at: performance.now() });
    new MutationObserver(mark).observe(root, { attributeFilter: ["data-stale"] });
  });
}

/** An announcement may follow the visible change within a second; a busy machine may need half a second more. */
const WITHIN_MS = 1_500;

/** Expects one announcement of the last change, soon after the page showed it: an alert for "stale", a status for "live". */
export async function expectAnnounced(page: Page, becomes: "stale" | "live"): Promise<void> {
  const read = (): Promise<Announced> => page.evaluate(() => window.announced ?? { announcements: [], marked: [] });
  const isOfChange = ({ role, freshness }: Announcement) =>
    becomes === "live" ? role === "status" && freshness === "live" : role === "alert" && freshness !== "" && freshness !== "live" && freshness !== "past";
  const announcementsOf = (all: Announced) => all.announcements.filter(isOfChange);
  await expect.poll(async () => announcementsOf(await read()).length, { message: `${becomes} is announced` }).toBe(1);
  const all = await read();
  const changed = all.marked.findLast((one) => one.stale === (becomes === "stale"));
  const [first] = announcementsOf(all);
  expect((first?.at ?? 0) - (changed?.at ?? Number.NEGATIVE_INFINITY), `${becomes}: from the screen to the announcement, in ms`).toBeLessThan(WITHIN_MS);
}
