"use client";

import type { ServiceDetail } from "@/lib/contract/views/service";
import { AMBIENT_NOTE } from "@/lib/format/host/not-seen-words";

/** What is not in sight and may therefore be otherwise, what of the mesh is a guess, and where ambient mode is spoken of, on what that rests. */
export function HostNotSeen({ detail: { notSeen, unseen, doubts, mode } }: { readonly detail: ServiceDetail }) {
  return (
    <>
      {mode === "ambient" && <p className="mt-3 max-w-[62em] border-l-2 border-idle-cell bg-idle-wash px-3.5 py-2 text-s">{AMBIENT_NOTE}</p>}
      {notSeen.length > 0 && (
        <ul data-unseen={unseen.join(" ")} className="mt-3 max-w-[62em] border-l-2 border-blind-cell bg-blind-wash px-3.5 py-2 text-s text-blind">
          {notSeen.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {doubts.length > 0 && (
        <details className="mt-2 text-s text-ink-2">
          <summary className="max-desk:min-h-11">What is assumed of the mesh: {doubts.length}</summary>
          <ul className="mt-1 list-disc pl-5">
            {doubts.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
