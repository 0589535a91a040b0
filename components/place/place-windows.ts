/** So many places are asked for: a picture has all of them, or says how many there are more. */
export const PLACES_WINDOW = { offset: 0, limit: 500 } as const;

/** How the map is shown, as an address says it; without it, as regions with their cells. */
export const SHOWS = ["regions", "world", "table"] as const;
export type Show = (typeof SHOWS)[number];

/** Reads how the map is shown. */
export function showOf(spelled: string | readonly string[] | null | undefined): Show {
  return SHOWS.find((show) => show === spelled) ?? "regions";
}
