/** Puts the focus on the link of a row, or what stands in its place, and brings the row into sight. */
export function focusLink(link: HTMLElement): void {
  link.focus({ preventScroll: true });
  link.closest("tr")?.scrollIntoView({ block: "nearest" });
}

/** Scrolls so that the row of this place stands in the middle of the screen. */
export function scrollToRow(table: HTMLElement, index: number, rowPx: number): void {
  const topPx = table.getBoundingClientRect().top + index * rowPx;
  window.scrollBy({ top: topPx - window.innerHeight / 2 });
}
