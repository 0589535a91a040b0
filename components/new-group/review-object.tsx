import { clsx } from "clsx";
import { parse } from "yaml";
import { Difference } from "@/components/editor/difference";
import type { DraftObject } from "@/lib/client/draft-objects";
import { ownerMark } from "@/lib/domain/new-group/owner-mark";
import { fieldOf } from "@/lib/domain/preview/values";
import { newOwnerWords, ownerWords } from "@/lib/format/new-group/owner-words";
import { type ObjectStateWord, STATE_WORDS, thereWords } from "@/lib/format/new-group/review-words";
import type { ObjectState } from "./use-apply";

interface ReviewObjectProps {
  readonly number: number;
  readonly object: DraftObject;
  readonly state: ObjectState;
}

const TONES: Readonly<Partial<Record<ObjectStateWord, string>>> = {
  would: "text-good",
  same: "text-good",
  used: "text-good",
  refused: "text-bad",
  there: "text-warn",
  unknown: "text-warn",
};

/** One object of a draft: what the API server says of it, whose it is, and its text. */
export function ReviewObject({ number, object, state }: ReviewObjectProps) {
  const { kind, namespace, name, text } = object;
  const { word, problem, warnings, existing } = state;
  return (
    <li className="border-b border-line py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-m font-semibold wrap-anywhere">
          {number} {kind} <span className="font-mono font-normal">{`${namespace}/${name}`}</span>
        </h2>
        <span role="status" className={clsx("text-s", TONES[word] ?? "text-ink-2")}>
          {STATE_WORDS[word]}
        </span>
      </div>
      <div className="mt-1 grid max-w-[62em] gap-1 text-s wrap-anywhere text-ink-2">
        {problem !== "" && (
          <p role="alert" className={word === "unknown" ? "text-warn" : "text-bad"}>
            {problem}
          </p>
        )}
        {warnings.map((warning) => (
          <p key={warning} className="text-warn">
            {warning}
          </p>
        ))}
        {(word === "there" || word === "used") && <p>{thereWords({ kind, isReadable: existing !== null })}</p>}
        {existing?.owner != null && <p className="text-warn">{ownerWords(existing.owner)}</p>}
        {word === "would" && kind === "WorkloadGroup" && <p>{newOwnerWords({ marked: markIn(text) })}</p>}
      </div>
      {existing !== null && !existing.isSame && <Difference before={existing.text} after={text} />}
      <details className="mt-1.5 text-s">
        <summary className="cursor-pointer text-ink-2 hover:text-ink max-desk:min-h-11">YAML</summary>
        <pre className="mt-1 overflow-x-auto rounded-control border border-line bg-sunken p-2.5 font-mono text-s">{text}</pre>
      </details>
    </li>
  );
}

/** The mark of a tool that the text carries itself, such as one that came with a clone. */
function markIn(text: string) {
  return ownerMark(fieldOf(parse(text, { maxAliasCount: 0 }), "metadata"), []);
}
