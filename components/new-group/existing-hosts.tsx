"use client";

import { Skeleton } from "@/components/ui/skeleton";
import { Link } from "@/lib/client/page-link";
import { triedInDraft, usePreview } from "@/lib/client/use-preview";
import type { GroupDraft } from "@/lib/contract/answers/drafts";
import { pagePaths } from "@/lib/contract/url/paths";
import { existingHostWords } from "@/lib/format/new-group/reach-words";

/** The hosts that are there and would take the machines as they are described, as the fleet is now: whatever way was chosen, they do. */
export function ExistingHosts({ draft }: { readonly draft: GroupDraft }) {
  const { answer, problem } = usePreview(draft.cluster, draft.group, triedInDraft(draft));
  if (problem !== null) return <p className="mt-3 text-bad">{problem}</p>;
  if (answer === null) return <Skeleton rows={3} label="Looking for hosts" />;
  if (answer.workload === null) return <p className="mt-3 text-ink-2">The group cannot be read as it stands: nobody can tell which hosts take it.</p>;
  const takers = (answer.workload.cases.find((one) => one.case === "bundles")?.takers ?? []).filter(({ move }) => move !== "goes");
  const words = existingHostWords({ how: draft.reach.how, hosts: takers.length, isComplete: answer.missing.length === 0 });
  return (
    <div role="status" data-section="existing-hosts" data-how={draft.reach.how} data-hosts={takers.length} className="mt-3">
      <p className={takers.length === 0 ? "text-ink-2" : "text-warn"}>{words}</p>
      <ul aria-label="Hosts that take the machines">
        {takers.map(({ kind, name, hosts, because }) => (
          <li key={`${kind} ${name}`} className="border-b border-line py-2 wrap-anywhere">
            <Link prefetch={false} href={pagePaths.host(draft.cluster, kind, draft.namespace, name)} className="font-mono">
              {hosts.join(", ")}
            </Link>{" "}
            <span className="text-s text-ink-3">
              {kind} {name}: {because}
            </span>
          </li>
        ))}
      </ul>
      {answer.missing.map((text) => (
        <p key={text} className="mt-1 text-s text-blind">
          {text}
        </p>
      ))}
    </div>
  );
}
