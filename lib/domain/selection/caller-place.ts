import { parseLocality } from "@/lib/domain/locality";

/** Where a caller is, as an address spells it: `NAMESPACE/LOCALITY/NETWORK`, the locality of one to three parts or none. */
export interface CallerPlace {
  readonly namespace: string;
  readonly locality: string;
  readonly network: string;
}

/** Reads a caller's place; null where the text has no namespace. What stands between the first and the last slash is the locality. */
export function parseCallerPlace(text: string): CallerPlace | null {
  const [namespace = "", ...rest] = text.split("/");
  if (namespace === "") return null;
  if (rest.length === 0) return { namespace, locality: "", network: "" };
  return { namespace, locality: rest.slice(0, -1).join("/"), network: rest.at(-1) ?? "" };
}

/** The way back. */
export function formatCallerPlace({ namespace, locality, network }: CallerPlace): string {
  return `${namespace}/${locality}/${network}`;
}

/** A zone alone, as people name it, is that of the known locality that has it, if one has. */
export function fullLocality(text: string, known: readonly string[]): string {
  if (text === "" || text.includes("/") || known.includes(text)) return text;
  return known.find((one) => parseLocality(one).zone === text) ?? text;
}

/** The place from which most endpoints are near: the most frequent (locality, network), of equal ones the first by letters. */
export function commonPlace(places: readonly { readonly locality: string; readonly network: string }[]): {
  readonly locality: string;
  readonly network: string;
} {
  const counts = new Map<string, { readonly place: { readonly locality: string; readonly network: string }; count: number }>();
  for (const { locality, network } of places) {
    const key = `${locality}\n${network}`;
    const known = counts.get(key) ?? { place: { locality, network }, count: 0 };
    known.count += 1;
    counts.set(key, known);
  }
  const best = [...counts].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))[0];
  return best?.[1].place ?? { locality: "", network: "" };
}
