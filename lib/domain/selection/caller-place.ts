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
