"use client";

import { Section } from "@/components/ui/section";
import type { ServiceDetail } from "@/lib/contract/views/service";
import { CallerPicker } from "./caller-picker";
import { PlaceOrder } from "./place-order";
import type { HostUrl } from "./use-host-url";

const TONES = { yes: "", partly: "", no: "text-bad", unknown: "text-blind" } as const;

/** Can a caller there reach it: one sentence that can be linked to, the order in which places are asked, and why. */
export function HostSeenFrom({ detail, url }: { readonly detail: ServiceDetail; readonly url: HostUrl }) {
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

const PARTS = { namespace: "Namespace", locality: "Locality", network: "Network" } as const;

/** The basis of each part of the caller: known or assumed, and the source. One line, which opens. */
function CallerBasis({ seenFrom }: { readonly seenFrom: ServiceDetail["seenFrom"] }) {
  const { kind, isChosen } = seenFrom;
  const parts = kind === "outside" ? seenFrom.parts.filter(({ part }) => part === "namespace") : seenFrom.parts;
  if (!isChosen) return null;
  return (
    <details className="mt-2 text-s text-ink-2" data-caller-basis>
      <summary className="cursor-pointer max-desk:min-h-11 max-desk:py-2.5">
        Default caller:{" "}
        {parts.map(({ part, basis, because }, index) => (
          <span key={part} title={because} data-part={part} data-basis={basis}>
            {index > 0 && ", "}
            {part} <span className={basis === "known" ? undefined : "text-blind"}>{basis}</span>
          </span>
        ))}
      </summary>
      <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {parts.map(({ part, basis, because }) => (
          <div key={part} className="contents">
            <dt className="text-ink-3">{PARTS[part]}</dt>
            <dd className="wrap-anywhere">
              {because} <span className={basis === "known" ? "text-ink-3" : "text-blind"}>{basis === "known" ? "Known." : "Assumed."}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
