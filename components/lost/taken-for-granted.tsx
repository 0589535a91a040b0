import { Section } from "@/components/ui/section";
import type { WhatIfHead } from "@/lib/contract/views/what-if";

/** What the answer rests on, and what is out of sight and may make it another one. */
export function TakenForGranted({ head }: { readonly head: WhatIfHead }) {
  return (
    <Section name="assumptions" title="Taken for granted">
      <p className="mt-2.5 max-w-[62em] text-ink-2">{head.assumptions.join(" ")}</p>
      {head.notSeen.map((sentence) => (
        <p key={sentence} className="mt-1.5 max-w-[62em] text-blind">
          {sentence}
        </p>
      ))}
    </Section>
  );
}
