"use client";

import { triedInDraft, usePreview } from "@/lib/client/use-preview";
import type { GroupDraft } from "@/lib/contract/answers/drafts";
import { changeAttributes, newMachineLines } from "./host-takes";

const TONES = { bad: "text-bad", warn: "text-warn" } as const;

/** What would go wrong with the host that a draft makes: it does not take the machines of the group as that is described now, or takes calls of others. */
export function HostCheck({ draft }: { readonly draft: GroupDraft }) {
  const { reach } = draft;
  return reach.how === "service" || reach.how === "serviceentry" ? <Checked draft={draft} text={reach.text} /> : null;
}

function Checked({ draft, text }: { readonly draft: GroupDraft; readonly text: string }) {
  const { answer, problem } = usePreview(draft.cluster, text, triedInDraft(draft, { newGroup: true }));
  const selector = answer?.selector ?? null;
  const machines = selector?.newMachines === undefined ? [] : newMachineLines(selector.newMachines);
  const hosts = (selector?.hostNotes ?? []).map((note) => ({ ...note, data: changeAttributes(note.change) }));
  const lines = [...machines, ...hosts];
  const wrong = lines.flatMap((line) => (line.tone === "bad" || line.tone === "warn" ? [{ ...line, tone: line.tone }] : []));
  if (wrong.length === 0 && problem === null) return null;
  return (
    <section aria-labelledby="host-check" data-section="host-check" className="mt-4 border-b border-line pb-2.5">
      <h2 id="host-check" className="text-m font-semibold">
        How callers reach it
      </h2>
      <div role="status" className="mt-1 grid max-w-[62em] gap-1 text-s wrap-anywhere">
        {problem !== null && <p className="text-bad">{problem}</p>}
        {wrong.map(({ tone, text: words, data }) => (
          <p key={words} {...data} className={TONES[tone]}>
            {words}
          </p>
        ))}
      </div>
    </section>
  );
}
