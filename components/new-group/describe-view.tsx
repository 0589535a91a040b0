"use client";

import { useMemo } from "react";
import { YamlEditor } from "@/components/editor/yaml-editor";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { groupRefusals } from "@/lib/client/draft-refusals";
import type { ReadGroup } from "@/lib/client/group-text";
import { Link } from "@/lib/client/page-link";
import { useAnswer } from "@/lib/client/use-answer";
import { formatGroupDraftAddress, type GroupDraftAddress } from "@/lib/contract/answers/drafts";
import { NewGroupPreflight } from "@/lib/contract/answers/preflight";
import { apiPaths, pagePaths } from "@/lib/contract/url/paths";
import { initialGroupYaml } from "@/lib/domain/new-group/initial-yaml";
import { istiodDelaysOf } from "@/lib/domain/new-group/probe";
import { formWaitsWords } from "@/lib/format/new-group/field-words";
import { CloneNote } from "./clone-note";
import { DraftPage, type OpenDraft } from "./draft-page";
import { GroupFields } from "./group-fields";
import { PresetList } from "./preset-list";
import { useGroupForm } from "./use-group-form";

/** The second step: what the machines of a group are, as a form and as YAML that change each other. */
export function DescribeView({ place }: { readonly place: GroupDraftAddress }) {
  return (
    <DraftPage place={place} step="describe">
      {(open) => <Description open={open} place={place} />}
    </DraftPage>
  );
}

const NOT_ASKED_YET = { grace: { kind: "denied", value: null }, maxAge: { kind: "denied", value: null } } as const;

function Description({ open, place }: { readonly open: OpenDraft; readonly place: GroupDraftAddress }) {
  const { draft, change } = open;
  const refused = useMemo(() => groupRefusals(draft), [draft]);
  const isFresh = draft.group === initialGroupYaml(draft.namespace) && refused.length === 0;
  const write = (group: string) => change({ group });
  const asked = useAnswer(apiPaths.preflight(draft.cluster, draft.namespace), NewGroupPreflight);
  const answer = asked.kind === "here" ? asked.value.rails : null;
  const waits = istiodDelaysOf(asked.kind === "here" ? asked.value.waits : NOT_ASKED_YET);
  const rails = answer?.kind === "known" ? answer.rails : null;
  const { form, read } = useGroupForm({ text: draft.group, namespace: draft.namespace, rails, refused, isFresh, write });
  return (
    <>
      {draft.clonedFrom !== undefined && read.problem === null && <CloneNote clonedFrom={draft.clonedFrom} value={read.value} />}
      {isFresh && answer?.kind === "known" && <PresetList answer={answer} form={form} />}
      {answer?.kind === "unknown" && (
        <p data-problem="policy-unknown" data-why={answer.why} className="mt-5 max-w-[62em] text-blind">
          {answer.problem}
        </p>
      )}
      <div className="mt-5 grid grid-cols-1 gap-x-[34px] gap-y-[34px] wide:grid-cols-2">
        <fieldset disabled={read.problem !== null} className="min-w-0">
          <legend className="sr-only">The group as a form</legend>
          {read.problem !== null && (
            <p role="alert" className="mb-3 text-bad">
              {formWaitsWords(read.problem)}
            </p>
          )}
          <GroupFields form={form} open={open} waits={waits} />
        </fieldset>
        <div className="min-w-0">
          <YamlSide text={draft.group} read={read} isFresh={isFresh} onChange={write} />
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <CopyButton text={draft.group} label="Copy the YAML" wordy />
            <Link prefetch={false} href={pagePaths.newGroup("reach", formatGroupDraftAddress(place))} className={buttonClass("primary")}>
              Next: how callers reach it
            </Link>
          </div>
        </div>
      </div>
    </>
  );
}

interface YamlSideProps {
  readonly text: string;
  readonly read: ReadGroup;
  readonly isFresh: boolean;
  readonly onChange: (text: string) => void;
}

function YamlSide({ text, read, isFresh, onChange }: YamlSideProps) {
  const notes = read.problem === null ? (isFresh ? [] : read.notes) : [{ ...read.problem, path: [], level: "refuses" as const }];
  return (
    <>
      <div className="flex items-baseline justify-between gap-4 text-s text-ink-3">
        <h2 className="text-m font-semibold text-ink">YAML</h2>
        both sides can be edited; comments stay
      </div>
      <YamlEditor text={text} base="" notes={notes} kind="WorkloadGroup" onChange={onChange} />
    </>
  );
}
