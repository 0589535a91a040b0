import type { Tone } from "@/lib/domain/freshness";

/** The number that begins a page and the words after it: "905" and "of 924 expected machines serve." */
export interface Headline {
  readonly strong: string;
  readonly rest: string;
}

/** A piece of a page's second line, with the tone that sets it apart; null = none. */
export interface LinePart {
  readonly text: string;
  readonly tone: Tone | null;
}
