"use client";

import { type ReactNode, useId } from "react";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { valueAt } from "@/lib/domain/preview/values";
import { OTHER_SHAPE } from "@/lib/format/new-group/field-words";
import { FIELD, FormRow } from "./form-row";
import { type GroupForm, notesAt, shownValue } from "./group-form";

interface TextRowProps {
  readonly form: GroupForm;
  readonly label: string;
  readonly path: DocumentPath;
  readonly hint?: ReactNode;
  /** `number`: a whole number is written as one. `size`: a short text, a number or a range. */
  readonly as?: "text" | "number" | "size";
  /** Writes what was typed where it is more than the value itself. */
  readonly onText?: (text: string) => void;
  /** What stands behind the field. */
  readonly children?: ReactNode;
}

/** One value of the group, empty = it is not there. */
export function TextRow({ form, label, path, hint, as = "text", onText, children }: TextRowProps) {
  const id = useId();
  const notes = notesAt(form.notes, path);
  const shown = shownValue(valueAt(form.value, path));
  const write = (text: string) => (onText === undefined ? form.edit([path, typedValue(text, as)]) : onText(text));
  return (
    <FormRow label={label} path={path} field={id} id={`${id}-said`} notes={notes} hint={shown === null ? OTHER_SHAPE : hint}>
      <div className="flex flex-wrap items-center gap-2">
        <input
          id={id}
          value={shown ?? ""}
          disabled={shown === null}
          onChange={(event) => write(event.target.value)}
          inputMode={as === "number" ? "numeric" : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={notes.some(({ level }) => level === "refuses")}
          aria-describedby={`${id}-said`}
          className={`${FIELD} flex-1 ${as === "text" ? "" : "max-w-24"}`}
        />
        {children}
      </div>
    </FormRow>
  );
}

/** What is written of what was typed: nothing for an empty field, and a text that is no number as it is, so that its line says why. */
export function typedValue(text: string, as: "text" | "number" | "size"): unknown {
  if (text === "") return undefined;
  return as === "number" && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
