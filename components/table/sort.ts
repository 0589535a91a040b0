/** What a heading says of the sorting: `aria-sort`. */
export function sortOf(sort: string, key: string): "ascending" | "descending" | "none" {
  if (sort === key) return "ascending";
  return sort === `-${key}` ? "descending" : "none";
}

/** What a click on a heading asks for: ascending, then descending, then the list's own order again. */
export function nextSort(sort: string, key: string): string {
  if (sort === key) return `-${key}`;
  return sort === `-${key}` ? "" : key;
}
