"use client";

import { useMemo, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { listDrafts, removeDraft } from "@/lib/client/drafts";
import { readGroup } from "@/lib/client/group-text";
import { followTexts } from "@/lib/client/kept-texts";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { Link } from "@/lib/client/page-link";
import { useViewer } from "@/lib/client/viewer";
import { formatGroupDraftAddress, type GroupDraft } from "@/lib/contract/answers/drafts";
import { pagePaths } from "@/lib/contract/url/paths";
import { asText, fieldValue } from "@/lib/domain/preview/values";
import { draftWords } from "@/lib/format/new-group/ready-words";
import { clusterBefore } from "@/lib/format/text/cluster";

/** The drafts that this browser keeps for the viewer; nothing where it keeps none. */
export function DraftList({ current }: { readonly current: string }) {
  const { id: viewer } = useViewer();
  const several = useSeveralClusters();
  const stored = useSyncExternalStore(
    followTexts,
    () => JSON.stringify(listDrafts(viewer)),
    () => "[]",
  );
  const drafts = useMemo(() => JSON.parse(stored) as readonly GroupDraft[], [stored]);
  if (drafts.length === 0) return null;
  return (
    <Section name="drafts" title="Drafts in this browser" aside="they go with the sign-out">
      <ul>
        {drafts.map((draft) => {
          const { id, cluster, namespace } = draft;
          const words = clusterBefore(cluster, several, draftWords({ name: nameOf(draft), namespace }));
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-1.5">
              <Link
                prefetch={false}
                href={pagePaths.newGroup("describe", formatGroupDraftAddress({ cluster, namespace, draft: id }))}
                className="wrap-anywhere"
              >
                {words}
                {id === current && <span className="text-ink-3">, this one</span>}
              </Link>
              <Button look="quiet" onClick={() => removeDraft(viewer, id)} aria-label={`Throw the draft away: ${words}`}>
                Throw away
              </Button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function nameOf({ group, namespace }: GroupDraft): string {
  return asText(fieldValue(fieldValue(readGroup(group, namespace, null).value, "metadata"), "name"));
}
