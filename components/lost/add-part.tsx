"use client";

import { useId } from "react";
import { formatLostPart, parseLostPart, type WhatIfHead } from "@/lib/contract/views/what-if";
import { partPhrase } from "@/lib/format/lost/part-words";
import { plural } from "@/lib/format/text/numbers";
import type { WhatIfUrl } from "./use-what-if-url";

interface AddPartProps {
  readonly url: WhatIfUrl;
  readonly choices: WhatIfHead["choices"] | null;
}

/** Chooses one more place or network that is lost as well. */
export function AddPart({ url, choices }: AddPartProps) {
  const id = useId();
  const chosen = new Set(url.query.parts.map(formatLostPart));
  const left = [...(choices?.places ?? []), ...(choices?.networks ?? [])].filter(({ part }) => !chosen.has(part));
  if (left.length === 0) return null;
  const add = (spelled: string) => {
    const part = parseLostPart(spelled);
    if (part !== null) url.go({ parts: [...url.query.parts, part] });
  };
  return (
    <>
      <label htmlFor={id} className="sr-only">
        What else is lost
      </label>
      <select
        id={id}
        value=""
        onChange={({ target }) => add(target.value)}
        className="h-7 max-w-32 rounded-control border border-line-2 bg-raised px-1.5 text-s font-medium text-ink max-desk:h-11"
      >
        <option value="">+ add</option>
        {left.map(({ part, machines }) => (
          <option key={part} value={part}>
            {labelOf(part)} ({plural(machines, "machine")})
          </option>
        ))}
      </select>
    </>
  );
}

function labelOf(spelled: string): string {
  const part = parseLostPart(spelled);
  return part === null ? spelled : partPhrase(part);
}
