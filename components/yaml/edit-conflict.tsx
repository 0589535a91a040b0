import { useMemo } from "react";
import { Difference } from "@/components/editor/difference";
import { Button } from "@/components/ui/button";
import { carryEdit } from "@/lib/client/carry-edit";
import type { EditableVersion } from "@/lib/client/read-edited";
import type { EditDraft } from "@/lib/contract/answers/drafts";
import { formatFieldPath } from "@/lib/domain/edit/field-changes";
import { changedMeanwhileWords, clashWords, takeBothWords } from "@/lib/format/edit/edit-words";

interface EditConflictProps {
  readonly draft: EditDraft;
  readonly newer: EditableVersion;
  readonly onGoOn: (text: string) => void;
}

/** What others changed meanwhile beside what was typed, both against what the edit began with, and the ways on. */
export function EditConflict({ draft, newer, onGoOn }: EditConflictProps) {
  const carried = useMemo(() => carryEdit(draft.base, newer.base, draft.text), [draft.base, draft.text, newer.base]);
  return (
    <section aria-label="Changed meanwhile" data-section="edit-conflict" className="mt-3 border-l-2 border-warn-cell bg-warn-wash px-3.5 py-3">
      <p role="alert" className="max-w-[62em] text-warn">
        {changedMeanwhileWords({ resourceVersion: newer.resourceVersion, isOther: newer.uid !== draft.uid })}
      </p>
      <div className="mt-2 grid grid-cols-1 gap-x-4 gap-y-3 wide:grid-cols-2">
        <Side title="What the cluster says now, beside what you began with" before={draft.base} after={newer.base} />
        <Side title="What you typed, beside what you began with" before={draft.base} after={draft.text} />
      </div>
      {carried === null && (
        <p className="mt-2 text-bad">Your text cannot be read as it stands: put its line right, and it can be taken onto the new version.</p>
      )}
      {carried !== null && (
        <>
          <p className="mt-2">{takeBothWords({ clashes: carried.clashes.length })}</p>
          <ul aria-label="Fields that both changed" className="max-w-[62em] wrap-anywhere">
            {carried.clashes.map(({ path, mine, theirs }) => (
              <li key={formatFieldPath(path)} data-field={formatFieldPath(path)} data-mine={JSON.stringify(mine)} data-theirs={JSON.stringify(theirs)}>
                {clashWords({ field: formatFieldPath(path), mine, theirs })}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-2.5 flex flex-wrap gap-2">
        {carried !== null && (
          <Button look="primary" onClick={() => onGoOn(carried.text)}>
            Take my changes onto the new version
          </Button>
        )}
        <Button onClick={() => onGoOn(draft.text)}>Keep my whole text, undo theirs</Button>
        <Button onClick={() => onGoOn(newer.base)}>Take theirs, drop mine</Button>
      </div>
    </section>
  );
}

function Side({ title, before, after }: { readonly title: string; readonly before: string; readonly after: string }) {
  return (
    <div className="min-w-0">
      <h3 className="text-s text-ink-2">{title}</h3>
      <Difference before={before} after={after} />
    </div>
  );
}
