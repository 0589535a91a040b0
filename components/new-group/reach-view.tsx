"use client";

import { useMemo } from "react";
import { buttonClass } from "@/components/ui/button";
import { chosenReach } from "@/lib/client/choose-reach";
import { hostRefusals } from "@/lib/client/draft-refusals";
import { readGroup } from "@/lib/client/group-text";
import { Link } from "@/lib/client/page-link";
import { type DraftServiceChoice, formatGroupDraftAddress, type GroupDraftAddress } from "@/lib/contract/answers/drafts";
import { pagePaths } from "@/lib/contract/url/paths";
import { REACH_WORDS } from "@/lib/format/new-group/reach-words";
import { DraftPage, type OpenDraft } from "./draft-page";
import { ExistingHosts } from "./existing-hosts";
import { NewHost } from "./new-host";

/** The third step: how callers reach the machines. */
export function ReachView({ place }: { readonly place: GroupDraftAddress }) {
  return (
    <DraftPage place={place} step="reach">
      {(open) => <Ways open={open} place={place} />}
    </DraftPage>
  );
}

const WAYS = ["none", "existing", "service", "serviceentry"] as const satisfies readonly DraftServiceChoice["how"][];

function Ways({ open: { draft, change }, place }: { readonly open: OpenDraft; readonly place: GroupDraftAddress }) {
  const { value } = useMemo(() => readGroup(draft.group, draft.namespace, null), [draft.group, draft.namespace]);
  const refused = useMemo(() => hostRefusals(draft), [draft]);
  const { reach } = draft;
  return (
    <>
      <fieldset className="mt-5 grid gap-1">
        <legend className="sr-only">How callers reach the machines</legend>
        {WAYS.map((how) => (
          <label key={how} className="flex min-h-9 items-baseline gap-2 max-desk:min-h-11">
            <input
              type="radio"
              name="reach"
              value={how}
              className="size-3.5 shrink-0 translate-y-0.5 accent-accent"
              checked={reach.how === how}
              onChange={() => change(chosenReach(draft, how, value))}
            />
            <span>
              {REACH_WORDS[how].title} <span className="text-s text-ink-3">{REACH_WORDS[how].says}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {(reach.how === "service" || reach.how === "serviceentry") && (
        <NewHost
          key={reach.how}
          draft={draft}
          group={value}
          kind={reach.how === "service" ? "Service" : "ServiceEntry"}
          text={reach.text}
          refused={refused}
          onChange={(text) => change({ reach: { how: reach.how, text } })}
        />
      )}
      <ExistingHosts draft={draft} />
      <div className="mt-4 flex justify-end">
        <Link prefetch={false} href={pagePaths.newGroup("review", formatGroupDraftAddress(place))} className={buttonClass("primary")}>
          Next: review
        </Link>
      </div>
    </>
  );
}
