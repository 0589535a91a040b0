"use client";

import { triedInDraft, usePreview } from "@/lib/client/use-preview";
import type { GroupDraft } from "@/lib/contract/answers/drafts";

/** That the namespace of a draft is kept from Git, where the groups in it say so. */
export function KeptFromGit({ draft }: { readonly draft: GroupDraft }) {
  const { answer } = usePreview(draft.cluster, draft.group, triedInDraft(draft));
  return answer?.workload?.keptFromGit.map((words) => (
    <p key={words} role="status" className="mt-4 max-w-[62em] text-warn">
      {words}
    </p>
  ));
}
