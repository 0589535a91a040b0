"use client";

import { useEffect, useState } from "react";
import { packed, unpacked } from "@/lib/client/packed-text";
import { formatPreviewStartObject, MAX_PREVIEW_LENGTH, type PreviewStartObject } from "@/lib/contract/answers/preview";

/** What is typed is written into the address once the typing pauses so long. Milliseconds. */
const PAUSE_MS = 250;
/** A document of at most so many characters stands in the query as it is; a longer one compressed in the fragment, which no server sees. */
const SHORT = 400;

interface Beginning {
  readonly cluster: string;
  readonly from: PreviewStartObject | null;
  readonly base: string;
  /** What the address holds in its query; null = nothing. */
  readonly written: string | null;
  /** How it is tried, as the query says it. */
  readonly asked: Readonly<Record<string, string>>;
}

/** The text of a try, kept in the address: whoever opens that sees the same. `isRead`: the fragment was looked at. */
export function useDocument({ cluster, from, base, written, asked }: Beginning) {
  const [text, setText] = useState(written ?? base);
  const [isRead, setRead] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const spelled = JSON.stringify(asked);
  useEffect(() => {
    const letters = /^#z=([A-Za-z0-9_-]+)$/.exec(window.location.hash)?.[1];
    if (letters === undefined) return setRead(true);
    unpacked(letters, MAX_PREVIEW_LENGTH).then((found) => {
      if (found === null) setProblem("The end of the link is damaged: the document in it cannot be read.");
      else setText(found);
      setRead(true);
    });
  }, []);
  useEffect(() => {
    if (!isRead) return;
    const timer = setTimeout(async () => {
      const address = await addressOf({ cluster, from, base, asked: JSON.parse(spelled) }, text);
      if (`${window.location.pathname}${window.location.search}${window.location.hash}` !== address) window.history.replaceState(null, "", address);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isRead, cluster, from, base, spelled]);
  return { text, setText, problem };
}

/** The address that reproduces a try. */
async function addressOf({ cluster, from, base, asked }: Omit<Beginning, "written">, text: string): Promise<string> {
  const search = new URLSearchParams(from === null ? { cluster } : { from: formatPreviewStartObject(from) });
  for (const [key, value] of Object.entries(asked)) search.set(key, value);
  if (text === base) return `/services/preview?${search}`;
  if (text.length <= SHORT) return `/services/preview?${new URLSearchParams([...search, ["yaml", text]])}`;
  return `/services/preview?${search}#z=${await packed(text)}`;
}
