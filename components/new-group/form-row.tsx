import type { ReactNode } from "react";
import { NOTE_TONES } from "@/components/editor/line-marks";
import type { GroupNote } from "@/lib/client/group-text";
import { formatFieldPath } from "@/lib/domain/edit/field-changes";
import type { DocumentPath } from "@/lib/domain/preview/finding";

interface FormRowProps {
  readonly label: string;
  /** The place in the document that the row is about. */
  readonly path: DocumentPath;
  /** The field that the label names; missing where the row holds several. */
  readonly field?: string;
  /** The hint and the notes are named by this, for the fields that they are about. */
  readonly id: string;
  readonly hint?: ReactNode;
  readonly notes?: readonly GroupNote[];
  readonly children: ReactNode;
}

/** A label with its fields, and under them what is wrong with them and what they mean. */
export function FormRow({ label, path, field, id, hint, notes = [], children }: FormRowProps) {
  const name = "pt-1.5 text-ink-2";
  return (
    <div
      data-field={formatFieldPath(path)}
      className="grid grid-cols-1 gap-x-5 gap-y-1 desk:grid-cols-[115px_minmax(0,1fr)]"
      {...(field === undefined && { role: "group", "aria-label": label })}
    >
      {field === undefined ? (
        <span className={name}>{label}</span>
      ) : (
        <label htmlFor={field} className={name}>
          {label}
        </label>
      )}
      <div className="grid min-w-0 gap-1.5">
        {children}
        <div id={id} className="grid gap-1 text-s wrap-anywhere">
          {notes.map(({ level, code, path: at, text }) => (
            <p key={text} data-fault={code} data-level={level} data-at={formatFieldPath(at)} className={NOTE_TONES[level]}>
              {text}
            </p>
          ))}
          {hint !== undefined && <div className="text-ink-3">{hint}</div>}
        </div>
      </div>
    </div>
  );
}

/** The look of a field of the form. */
export const FIELD =
  "h-8 w-full min-w-0 rounded-control border border-line-2 bg-paper px-2 font-mono text-m text-ink disabled:text-ink-3 aria-invalid:border-bad-cell max-desk:h-11";
