"use client";

import { NotVerifiedWarning } from "@/components/state/not-verified-warning";
import { Sentence, statementAttributes } from "@/components/state/statement";
import { LineParts } from "@/components/table/line-parts";
import { useTense } from "@/components/table/use-tense";
import { Headline } from "@/components/ui/headline";
import type { LocalitiesHead } from "@/lib/contract/views/localities";
import { localityTotals, type SingleZoneCounts, zoneWeightConcentration } from "@/lib/domain/statements/localities";
import { placesHeadline, placesLine } from "@/lib/format/places/places-headline";

/** The sentence of the page: which zone carries most of the weight, and how many groups and hosts are in one zone only. */
export function PlacesHeadline({ head, single }: { readonly head: LocalitiesHead; readonly single: SingleZoneCounts | null }) {
  const tense = useTense();
  const { strong, rest, more } = placesHeadline(head, single, tense);
  return (
    <Headline
      data={statementAttributes(zoneWeightConcentration(head, single, tense))}
      sub={
        <Sentence of={localityTotals(head)}>
          <LineParts parts={placesLine(head, tense)} />
        </Sentence>
      }
    >
      <b>{strong}</b> {rest} <span className="text-ink-2">{more}</span>
      <NotVerifiedWarning />
    </Headline>
  );
}
