"use client";

import { type FormEvent, useId, useState } from "react";
import { MAX_HEADROOM_PERCENT } from "@/lib/contract/views/what-if";
import type { WhatIfUrl } from "./use-what-if-url";

/** How much more each of the rest could carry than today, in percent: typed, as nobody can measure it here. */
export function HeadroomField({ url }: { readonly url: WhatIfUrl }) {
  const id = useId();
  const { headroom } = url.query;
  const [draft, setDraft] = useState<{ readonly of: number; readonly text: string }>({ of: headroom, text: String(headroom) });
  const text = draft.of === headroom ? draft.text : String(headroom);
  const isNumber = /^\d{1,3}$/.test(text.trim()) && Number(text) <= MAX_HEADROOM_PERCENT;
  const apply = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isNumber || Number(text) === headroom) return;
    // What was typed is told by the address now: after a step back nothing of it is left.
    setDraft({ of: Number(text), text });
    url.go({ headroom: Number(text) });
  };
  return (
    <form onSubmit={apply} className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
      <label htmlFor={id}>room to spare taken as</label>
      <input
        id={id}
        inputMode="numeric"
        value={text}
        aria-invalid={!isNumber}
        onChange={({ target }) => setDraft({ of: headroom, text: target.value })}
        onBlur={() => apply()}
        className="h-7 w-12 rounded-control border border-line-2 bg-raised px-1.5 text-end font-mono text-s text-ink max-desk:h-11"
      />
      %
    </form>
  );
}
