"use client";

import { useZone } from "@/components/table/use-zone";
import type { ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";
import { sharePhrase } from "@/lib/format/host/share-words";
import { recordedSincePhrase } from "@/lib/format/state-chart-text";
import { ShareMark } from "./share-mark";
import { sharesAtEnd } from "./shares-at";

/** What the picture is made of, with what each kind is at its end, and since when anything is recorded. */
export function SharesFooter({ answer, green }: { readonly answer: ServiceHistoryAnswer; readonly green: boolean }) {
  const zone = useZone();
  const { shares, isWhole } = sharesAtEnd(answer);
  const { recorded, from, to } = answer;
  const isYoung = recorded.since === null || recorded.since > from || recorded.status !== "recording" || recorded.notice !== "";
  return (
    <div className="mt-1.5 flex min-h-5 flex-wrap justify-between gap-x-6 gap-y-1 text-s text-ink-3">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {shares.map((share) => (
          <li key={share.kind} data-kind={share.kind} data-serving={share.serving} data-weight={share.weight} className="inline-flex items-center gap-1.5">
            <ShareMark kind={share.kind} green={green} />
            {sharePhrase(share, isWhole ? shares : null)}
          </li>
        ))}
        {answer.pods === null && (
          <li data-pods-hidden="" className="text-blind">
            pods are not visible
          </li>
        )}
      </ul>
      {isYoung && <p className="desk:text-right">{recordedSincePhrase(recorded, to, zone)}</p>}
    </div>
  );
}
