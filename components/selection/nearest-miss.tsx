"use client";

import type { NearestMiss } from "@/lib/contract/views/selected-by";
import { changeWords } from "@/lib/format/change-words";
import { reasonWords } from "@/lib/format/reason-words";
import { HostLink } from "./host-link";

/** What misses a machine least: the object, each reason, and the edit that takes it away. */
export function NearestMissLine({ cluster, miss: { selector, refusals } }: { readonly cluster: string; readonly miss: NearestMiss }) {
  return (
    <>
      <p>
        <span className="text-ink-3">nearest: </span>
        {`${selector.kind} `}
        <HostLink cluster={cluster} selector={selector} />
        <span className="text-ink-3"> in </span>
        <code>{selector.namespace}</code>
      </p>
      <ul className="mt-0.5">
        {refusals.map(({ reason, change }) => (
          <li key={reason.code} className="py-0.5 wrap-anywhere">
            {reasonWords(reason)}
            <span className="text-ink-3"> · </span>
            <span className="text-ink-2">it would do to {changeWords(change, selector.kind)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
