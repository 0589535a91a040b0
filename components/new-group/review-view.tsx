"use client";

import { useMemo, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { asOneText, type DraftObject, draftObjects } from "@/lib/client/draft-objects";
import { Link } from "@/lib/client/page-link";
import { formatGroupDraftAddress, type GroupDraftAddress } from "@/lib/contract/answers/drafts";
import { pagePaths } from "@/lib/contract/url/paths";
import { reviewSentence } from "@/lib/format/new-group/review-words";
import { AccountInUse } from "./account-use";
import { DraftPage, type OpenDraft } from "./draft-page";
import { HostCheck } from "./host-check";
import { KeptFromGit } from "./kept-from-git";
import { MadeGroup } from "./made-group";
import { ReviewObject } from "./review-object";
import { isDone, useApply } from "./use-apply";
import { useRefusals } from "./use-refusals";

/** The fourth step: what would be made, in order, what the API server says of it, and making it. */
export function ReviewView({ place }: { readonly place: GroupDraftAddress }) {
  return (
    <DraftPage place={place} step="review">
      {(open) => <Review open={open} place={place} />}
    </DraftPage>
  );
}

function Review({ open, place }: { readonly open: OpenDraft; readonly place: GroupDraftAddress }) {
  const { draft } = open;
  const { objects, usedAccount, problem } = useMemo(() => draftObjects(draft), [draft]);
  if (problem !== null) {
    return (
      <Notice
        kind="error"
        title={problem.title}
        actions={
          <Link prefetch={false} href={pagePaths.newGroup(problem.step, formatGroupDraftAddress(place))} className={buttonClass()}>
            {problem.step === "describe" ? "Back to its description" : "Back to how callers reach it"}
          </Link>
        }
      >
        <span data-kind={problem.kind} data-fault={problem.code} data-line={problem.line}>
          {problem.text}
        </span>
      </Notice>
    );
  }
  const { cluster, namespace } = draft;
  return (
    <>
      {usedAccount !== "" && <AccountInUse cluster={cluster} namespace={namespace} account={usedAccount} />}
      <KeptFromGit draft={draft} />
      <HostCheck draft={draft} />
      <Objects key={asOneText(objects)} open={open} place={place} made={objects} />
    </>
  );
}

interface ObjectsProps {
  readonly open: OpenDraft;
  readonly place: GroupDraftAddress;
  /** What the draft makes: the texts of one mount. */
  readonly made: readonly DraftObject[];
}

function Objects({ open, place, made }: ObjectsProps) {
  const { cluster } = open.draft;
  // What is refused is kept with the draft, which is no other text for that.
  const [objects] = useState(made);
  const { states, isBusy, check, apply } = useApply({ cluster, objects, onAnswer: useRefusals(open) });
  const left = states.filter((state) => !isDone(state)).length;
  const refused = states.filter(({ word }) => word === "refused" || word === "there").length;
  const group = objects.find(({ kind }) => kind === "WorkloadGroup");
  const isReady = left > 0 && refused === 0 && !isBusy;
  return (
    <>
      <p role="status" data-made={objects.length - left} data-left={left} data-refused={refused} className="mt-5 text-l text-ink-2">
        {reviewSentence({ made: objects.length - left, left, refused })}
      </p>
      <ol className="mt-3">
        {objects.map((object, at) => {
          const state = states[at];
          return state && <ReviewObject key={object.kind} number={at + 1} object={object} state={state} place={place} />;
        })}
      </ol>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        <CopyButton text={asOneText(objects)} label="Copy for Git" wordy />
        {left > 0 && (
          <Button onClick={() => void check()} aria-disabled={isBusy}>
            Ask again
          </Button>
        )}
        {left > 0 && (
          <Button look={isReady ? "primary" : "plain"} aria-disabled={!isReady} onClick={() => isReady && void apply()}>
            {left === objects.length ? "Apply" : "Apply the rest"}
          </Button>
        )}
      </div>
      {group !== undefined && left === 0 && <MadeGroup cluster={cluster} namespace={group.namespace} name={group.name} />}
    </>
  );
}
