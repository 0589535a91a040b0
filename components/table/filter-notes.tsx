"use client";

import { type FilterGrammar, type InvalidTerm, KEY_PATTERN } from "@/lib/contract/url/filter-term";
import { absentWords, misreadWords } from "@/lib/format/filter-words";

interface FilterNotesProps {
  readonly grammar: FilterGrammar;
  readonly misread: readonly InvalidTerm[];
  readonly absent: readonly { readonly term: string; readonly nearest: string | null }[];
  /** Puts another word in the place of one. */
  readonly onInstead: (word: string, instead: string) => void;
}

/** Each word of a filter that was not understood, or that asks for what nobody has: why, and what may have been meant. */
export function FilterNotes({ grammar, misread, absent, onInstead }: FilterNotesProps) {
  const notes = [
    ...misread.map(({ word, why }) => {
      const { says, instead } = misreadWords(why, grammar);
      return { word, says, meant: meantWord(word, instead, why.code) };
    }),
    ...absent.map(({ term, nearest }) => ({ word: term, says: absentWords(term, nearest), meant: meantWord(term, nearest, "value") })),
  ];
  return (
    <div role="status" className="basis-full empty:hidden">
      {notes.map(({ word, says, meant }) => (
        <p key={word} className="border-l-2 border-warn px-2 py-0.5 text-s text-ink-2">
          <span className="font-mono text-ink">{word}</span> finds nothing. {says}
          {meant !== null && (
            <button
              type="button"
              onClick={() => onInstead(word, meant)}
              className="ml-1.5 cursor-pointer font-mono text-accent hover:underline max-desk:min-h-11"
            >
              Use {meant}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

/** The whole word with what was meant in it. */
function meantWord(word: string, instead: string | null, code: InvalidTerm["why"]["code"]): string | null {
  if (instead === null) return null;
  const [, sign = "", body = ""] = /^([-!]?)(.*)$/s.exec(word) ?? [];
  const [head = "", key = ""] = KEY_PATTERN.exec(body) ?? [];
  if (code === "key") return `${sign}${instead}${body.slice(key.length)}`;
  return code === "value" ? `${sign}${head}${instead}` : `${sign}${instead}`;
}
