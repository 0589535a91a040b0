import { clsx } from "clsx";
import { useMemo } from "react";
import { parse } from "yaml";
import { Difference } from "@/components/editor/difference";
import { MarkedText } from "@/components/editor/marked-text";
import type { DraftObject } from "@/lib/client/draft-objects";
import type { GroupNote } from "@/lib/client/group-text";
import { Link } from "@/lib/client/page-link";
import { refusalNotes } from "@/lib/client/refusal-notes";
import { formatGroupDraftAddress, type GroupDraftAddress } from "@/lib/contract/answers/drafts";
import { pagePaths } from "@/lib/contract/url/paths";
import { formatFieldPath } from "@/lib/domain/edit/field-changes";
import { managingToolOf } from "@/lib/domain/new-group/managing-tool";
import { fieldValue } from "@/lib/domain/preview/values";
import { newOwnerWords, ownerWords } from "@/lib/format/new-group/owner-words";
import { type ObjectStateWord, STATE_WORDS, thereWords } from "@/lib/format/new-group/review-words";
import { AccountUsers } from "./account-use";
import type { ObjectState } from "./use-apply";

interface ReviewObjectProps {
  readonly number: number;
  readonly object: DraftObject;
  readonly state: ObjectState;
  readonly place: GroupDraftAddress;
}

const TONES: Readonly<Partial<Record<ObjectStateWord, string>>> = {
  would: "text-good",
  same: "text-good",
  // It was to be made, and is somebody's.
  used: "text-warn",
  refused: "text-bad",
  there: "text-warn",
  unknown: "text-warn",
};

/** One object of a draft: what the API server says of it, whose it is, and its text. */
export function ReviewObject({ number, object, state, place }: ReviewObjectProps) {
  const { kind, namespace, name, text } = object;
  const { word, problem, code, missingRights, causes, warnings, existing } = state;
  const notes = useMemo(() => refusalNotes({ text, causes }, text), [text, causes]);
  const isPlaced = notes.length > 0 && notes.length === causes.length;
  return (
    <li data-kind={kind} data-name={name} data-result={word} className="border-b border-line py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-m font-semibold wrap-anywhere">
          {number} {kind} <span className="font-mono font-normal">{`${namespace}/${name}`}</span>
        </h2>
        <span role="status" className={clsx("text-s", TONES[word] ?? "text-ink-2")}>
          {STATE_WORDS[word]}
        </span>
      </div>
      <div className="mt-1 grid max-w-[62em] gap-1 text-s wrap-anywhere text-ink-2">
        {problem !== "" && !isPlaced && (
          <p
            role="alert"
            data-problem={code}
            data-missing={missingRights?.join(", ")}
            data-namespace={namespace}
            className={word === "unknown" ? "text-warn" : "text-bad"}
          >
            {problem}
          </p>
        )}
        {notes.length > 0 && <RefusedFields notes={notes} kind={kind} place={place} />}
        {warnings.map((warning) => (
          <p key={warning} className="text-warn">
            {warning}
          </p>
        ))}
        {(word === "there" || word === "used") && (
          <p data-existing={existing === null ? "unreadable" : existing.isSame ? "same" : "differs"}>{thereWords({ kind, isReadable: existing !== null })}</p>
        )}
        {word === "used" && <AccountUsers cluster={place.cluster} namespace={namespace} account={name} />}
        {existing?.owner != null && <p className="text-warn">{ownerWords(existing.owner)}</p>}
        {word === "would" && kind === "WorkloadGroup" && <p>{newOwnerWords({ marked: markIn(text) })}</p>}
      </div>
      {existing !== null && !existing.isSame && <Difference before={existing.text} after={text} />}
      <ObjectText text={text} notes={notes} />
    </li>
  );
}

/** The text itself, which is open where something in it was refused. */
function ObjectText({ text, notes }: { readonly text: string; readonly notes: readonly GroupNote[] }) {
  return (
    <details className="mt-1.5 text-s" open={notes.length > 0}>
      <summary className="cursor-pointer text-ink-2 hover:text-ink max-desk:min-h-11">YAML</summary>
      <MarkedText text={text} notes={notes} />
    </details>
  );
}

/** Each field that was refused, with its line, and the way to its form. */
function RefusedFields({
  notes,
  kind,
  place,
}: {
  readonly notes: readonly GroupNote[];
  readonly kind: DraftObject["kind"];
  readonly place: GroupDraftAddress;
}) {
  const step = kind === "ServiceAccount" || kind === "WorkloadGroup" ? "describe" : "reach";
  return (
    <>
      <div role="alert">
        <ul aria-label={`Refused of the ${kind}`} className="grid gap-1 text-bad">
          {notes.map(({ line, code, path, text }) => (
            <li key={text} data-line={line} data-fault={code} data-field={formatFieldPath(path)}>{`Line ${line}: ${text}`}</li>
          ))}
        </ul>
      </div>
      <p>
        <Link prefetch={false} href={pagePaths.newGroup(step, formatGroupDraftAddress(place))}>
          Change it where it was typed
        </Link>
      </p>
    </>
  );
}

/** The mark of a tool that the text carries itself, such as one that came with a clone. */
function markIn(text: string) {
  return managingToolOf(fieldValue(parse(text, { maxAliasCount: 0 }), "metadata"), []);
}
