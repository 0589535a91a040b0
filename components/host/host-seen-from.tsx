"use client";

import { Section } from "@/components/ui/section";
import type { HostDetail } from "@/lib/contract/host";
import { CallerBasis } from "./caller-basis";
import { CallerPicker } from "./caller-picker";
import { PlaceOrder } from "./place-order";
import type { HostUrl } from "./use-host-url";

const TONES = { yes: "", partly: "", no: "text-bad", unknown: "text-blind" } as const;

/** Can a caller there reach it: one sentence that can be linked to, the order in which places are asked, and why. */
export function HostSeenFrom({ detail, url }: { readonly detail: HostDetail; readonly url: HostUrl }) {
  const { seenFrom } = detail;
  return (
    <div id="seen-from" className="scroll-mt-16">
      <Section name="caller" title="Seen from" aside={<CallerPicker detail={detail} url={url} />}>
        <CallerBasis seenFrom={seenFrom} />
        <p className={`mt-2.5 font-medium ${TONES[seenFrom.answer]}`} data-answer={seenFrom.answer}>
          {seenFrom.sentence}
        </p>
        {seenFrom.steps.length > 0 && <PlaceOrder steps={seenFrom.steps} port={seenFrom.port} />}
        {seenFrom.because.map((words) => (
          <p key={words} className="mt-1.5 text-s text-ink-2 wrap-anywhere">
            {words}
          </p>
        ))}
      </Section>
    </div>
  );
}
