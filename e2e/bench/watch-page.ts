/** What a page notes of itself, as the scripts below keep it. */
interface PageNotes {
  /** Milliseconds since navigation at which the first row of a list, or the headline of Fleet or of an entry, was painted. */
  firstRowAt: number | null;
  /** Tasks that held the main thread for 50 ms or more. */
  readonly longTasks: { readonly at: number; readonly ms: number; readonly where: string }[];
  readonly shifts: { value: number };
  lcpMs: number;
  /** Words of probes and the moment (milliseconds since 1970) of the frame that first showed them. */
  readonly seen: Record<string, number>;
}

declare global {
  interface Window {
    stolosBench: PageNotes;
  }
}

/** Runs in the page before anything of its own: notes long tasks, layout shifts, the first row and the words of probes. */
export function watchPage(): void {
  const notes: PageNotes = { firstRowAt: null, longTasks: [], shifts: { value: 0 }, lcpMs: 0, seen: {} };
  window.stolosBench = notes;
  new PerformanceObserver((list) => {
    for (const { startTime, duration, name } of list.getEntries()) notes.longTasks.push({ at: startTime, ms: duration, where: name });
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) notes.shifts.value += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) notes.lcpMs = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  const painted = (call: () => void) => requestAnimationFrame(() => setTimeout(call));
  // Fleet has no list while all is well, and the page of one entry has none: their first row is their headline.
  const firstRow = () => (location.pathname === "/" || location.pathname.startsWith("/c/") ? "main h1" : "tbody tr[aria-rowindex]");
  // Only what has changed is read: reading the whole page for each change would be a good part of what is measured.
  const look = (changes: readonly MutationRecord[]) => {
    if (notes.firstRowAt === null && document.querySelector(firstRow()) !== null) {
      notes.firstRowAt = -1;
      painted(() => {
        notes.firstRowAt = performance.now();
      });
    }
    const changed = changes.flatMap(({ target, addedNodes }) => (target instanceof Text ? [target] : [...addedNodes]));
    for (const words of changed.flatMap(({ textContent }) => textContent?.match(/bench-\d+-\d+\./g) ?? [])) {
      if (notes.seen[words] !== undefined) continue;
      notes.seen[words] = -1;
      painted(() => {
        notes.seen[words] = Date.now();
      });
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}
