import type { DocumentPath } from "@/lib/domain/preview/finding";
import { valueAt } from "@/lib/domain/preview/values";
import { OTHER_SHAPE } from "@/lib/format/new-group/field-words";
import { FIELD } from "./form-row";
import { type GroupForm, notesAt, shownValue } from "./group-form";
import { typedValue } from "./text-row";

interface ProbePartProps {
  readonly form: GroupForm;
  readonly label: string;
  readonly path: DocumentPath;
  readonly as?: "text" | "number";
  readonly className: string;
  readonly placeholder?: string;
}

/** One value of a probe, empty = it is not there. */
export function ProbePart({ form, label, path, as = "text", className, placeholder }: ProbePartProps) {
  const shown = shownValue(valueAt(form.value, path));
  return (
    <input
      aria-label={label}
      value={shown ?? ""}
      disabled={shown === null}
      title={shown === null ? OTHER_SHAPE : undefined}
      placeholder={placeholder}
      onChange={(event) => form.edit([path, typedValue(event.target.value, as)])}
      aria-invalid={notesAt(form.notes, path).length > 0}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      className={`${FIELD} ${className}`}
    />
  );
}
