"use client";

import { triedInDraft, usePreview } from "@/lib/client/use-preview";
import type { GroupDraft } from "@/lib/contract/answers/drafts";
import { takersHint } from "@/lib/format/new-group/field-words";

const SHOWN = 3;

/** Which hosts take the machines of a draft, and which groups have its labels too, as the fleet is now; nothing where that cannot be told. */
export function TakersHint({ draft }: { readonly draft: GroupDraft }) {
  const { answer } = usePreview(draft.cluster, draft.group, triedInDraft(draft));
  const takers = answer?.workload?.cases.find((one) => one.case === "bundles")?.takers;
  if (takers === undefined) return null;
  const hosts = takers.filter(({ move }) => move !== "goes").flatMap((taker) => taker.hosts);
  return (
    <>
      {takersHint({ hosts: hosts.slice(0, SHOWN), more: Math.max(0, hosts.length - SHOWN) })}
      {answer?.workload?.sharedLabels.map((text, at) => (
        <span
          key={text}
          data-overlap={answer.workload?.overlaps?.[at]?.overlap}
          data-groups={answer.workload?.overlaps?.[at]?.groups.join(" ")}
          className="block text-warn"
        >
          {text}
        </span>
      ))}
      {answer?.missing.map((text) => (
        <span key={text} className="block text-blind">
          {text}
        </span>
      ))}
    </>
  );
}
