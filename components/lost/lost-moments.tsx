"use client";

import { clsx } from "clsx";
import { Sentence } from "@/components/state/statement";
import { Section } from "@/components/ui/section";
import type { WhatIfHead } from "@/lib/contract/views/what-if";
import { machinesRemovedFromEndpoints } from "@/lib/domain/statements/what-if";
import { deadServed, leavingLines, momentNames, spanPhrase } from "@/lib/format/lost/moment-words";
import type { WhatIfUrl } from "./use-what-if-url";

const CHOSEN = "border-accent bg-accent-soft text-accent";
const OFFERED = "border-line-2 bg-raised text-ink-2 hover:border-accent hover:text-accent";

/** The three moments that differ in whom callers are sent, one of which the tables speak of, and how the dead leave. */
export function LostMoments({ head, url }: { readonly head: WhatIfHead; readonly url: WhatIfUrl }) {
  const spanOf = (wanted: string) => head.moments.find(({ moment }) => moment === wanted)?.span ?? null;
  const lines = leavingLines(head.lost.leaving, { grace: spanOf("after-grace"), age: spanOf("after-age") });
  return (
    <Section name="moments" title="When" aside="the tables speak of the moment that is chosen">
      <fieldset className="mt-3 flex min-w-0 flex-wrap gap-1.5">
        <legend className="sr-only">Which moment after the loss</legend>
        {head.moments.map(({ moment, span, dead }) => (
          <button
            key={moment}
            type="button"
            aria-pressed={moment === head.moment}
            data-moment={moment}
            data-dead={dead}
            onClick={() => url.go({ moment })}
            className={clsx("rounded-control border px-2.5 py-1 text-start text-s max-desk:min-h-11", moment === head.moment ? CHOSEN : OFFERED)}
          >
            <span className="font-medium">{momentNames[moment]}</span>
            {[moment === "at-once" ? "" : spanPhrase(moment, span), deadServed(dead, moment === "at-once" && !head.lost.knowsPods)]
              .map((words) => (words === "" ? "" : ` · ${words}`))
              .join("")}
          </button>
        ))}
      </fieldset>
      <ul className="mt-2.5 max-w-[62em] text-ink-2">
        {lines.map(({ way, count, text }) => (
          <li key={way} className="mt-1">
            <Sentence of={machinesRemovedFromEndpoints(way, count)}>{text}</Sentence>
          </li>
        ))}
      </ul>
    </Section>
  );
}
