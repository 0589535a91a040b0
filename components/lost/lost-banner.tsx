"use client";

import { Sentence } from "@/components/state/statement";
import { Moment } from "@/components/table/times";
import { Button, buttonClass } from "@/components/ui/button";
import { ChipButton } from "@/components/ui/chip";
import { CopyButton } from "@/components/ui/copy-button";
import { formatLostPart, type WhatIfHead } from "@/lib/contract/views/what-if";
import { simulatedLostParts } from "@/lib/domain/statements/what-if";
import { partLabel, partPhrase, partsPhrase } from "@/lib/format/lost/part-words";
import { be } from "@/lib/format/text/tense";
import { AddPart } from "./add-part";
import { CopyMarkdown } from "./copy-markdown";
import { useWhatIfFile } from "./use-what-if-file";
import type { WhatIfUrl } from "./use-what-if-url";

interface LostBannerProps {
  readonly url: WhatIfUrl;
  /** Null while the answer is on its way. */
  readonly head: WhatIfHead | null;
}

/** Says that this is no state of the fleet, what is supposed to be lost, and gives the ways to take the answer along. */
export function LostBanner({ url, head }: LostBannerProps) {
  const { parts } = url.query;
  const fileOf = useWhatIfFile(url);
  const without = (spelled: string) => parts.filter((part) => formatLostPart(part) !== spelled);
  return (
    <div className="-mx-4 mb-6 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-dashed border-accent bg-accent-soft px-3.5 py-2.5">
      <span className="font-semibold text-accent">What if</span>
      <span className="min-w-60 flex-1">
        <Sentence of={simulatedLostParts(parts.map(formatLostPart), head?.asOf ?? null)}>
          <b className="font-semibold">{partsPhrase(parts)}</b> {be(parts.length)} lost.{" "}
          {head === null ? (
            "Being computed; "
          ) : (
            <>
              Computed on the fleet of <Moment at={head.asOf} />;{" "}
            </>
          )}
          nothing has happened.
        </Sentence>
      </span>
      <span className="flex flex-wrap items-center gap-1.5">
        {parts.map((part) => (
          <ChipButton
            key={formatLostPart(part)}
            on
            removes
            aria-label={`No longer lost: ${partPhrase(part)}`}
            onClick={() => url.go({ parts: without(formatLostPart(part)) })}
          >
            {partLabel(part)}
          </ChipButton>
        ))}
        <AddPart url={url} choices={head?.choices ?? null} />
      </span>
      <span className="flex flex-wrap gap-1.5">
        <CopyButton text={() => window.location.href} label="Copy link" wordy />
        <CopyMarkdown href={fileOf("md")} />
        <a href={fileOf("csv")} download className={buttonClass("plain")} aria-label="Export what would be left as CSV">
          CSV
        </a>
        <Button look="quiet" onClick={url.leave}>
          Leave
        </Button>
      </span>
    </div>
  );
}
