"use client";

import { Section } from "@/components/ui/section";
import type { GroupRow } from "@/lib/contract/rows";
import { isTrouble } from "@/lib/domain/trouble";
import { wordsOf } from "@/lib/format/state-words";

/** What Istio does next with the machines in the group's worst state, and what a person can do; nothing where none is in trouble. */
export function GroupNext({ row }: { readonly row: GroupRow }) {
  if (row.state === null || !isTrouble(row.state)) return null;
  const { word, next, todo } = wordsOf(row.state, true, "");
  return (
    <Section title="Next" aside={`for those ${word.toLowerCase()}`}>
      <dl className="mt-2.5 grid gap-x-[34px] gap-y-2 desk:grid-cols-2">
        <div>
          <dt className="text-s text-ink-3">What Istio does</dt>
          <dd>{next}</dd>
        </div>
        <div>
          <dt className="text-s text-ink-3">What to do</dt>
          <dd>{todo}</dd>
        </div>
      </dl>
    </Section>
  );
}
