"use client";

import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { useTypedText } from "@/lib/client/use-typed-text";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { asPairs, valueAt } from "@/lib/domain/preview/values";
import { OTHER_SHAPE } from "@/lib/format/new-group/field-words";
import { FIELD, FormRow } from "./form-row";
import { type GroupForm, notesAt, shownValue } from "./group-form";
import { typedValue } from "./text-row";

interface PairsRowProps {
  /** The id of the draft that the group is of. */
  readonly draft: string;
  readonly form: GroupForm;
  readonly label: string;
  readonly path: DocumentPath;
  /** What one pair is called. */
  readonly noun: string;
  readonly words: { readonly key: string; readonly value: string };
  readonly as: "text" | "number";
  readonly hint: ReactNode;
}

/** Pairs of the group, such as its labels: the value of each can be changed, each taken away, and one added. */
export function PairsRow({ draft, form, label, path, noun, words, as, hint }: PairsRowProps) {
  const id = useId();
  const notes = notesAt(form.notes, path);
  const pairs = asPairs(valueAt(form.value, path));
  return (
    <FormRow label={label} path={path} id={id} notes={notes} hint={hint}>
      <ul className="flex flex-wrap gap-1.5" aria-label={`${label} of the group`}>
        {pairs.map(([key, value]) => (
          <Pair key={key} form={form} path={[...path, key]} name={key} value={value} noun={noun} word={words.value} as={as} saidBy={id} />
        ))}
      </ul>
      <PairForm draft={draft} noun={noun} words={words} as={as} saidBy={id} onAdd={(key, value) => form.edit([[...path, key], value])} />
    </FormRow>
  );
}

interface PairProps extends Pick<PairsRowProps, "form" | "path" | "noun" | "as"> {
  readonly name: string;
  readonly value: unknown;
  readonly word: string;
  readonly saidBy: string;
}

/** One pair, whose value can be typed over where it stands: its place among the others stays. */
function Pair({ form, path, name, value, noun, word, as, saidBy }: PairProps) {
  const shown = shownValue(value);
  return (
    <li className="inline-flex min-w-0 max-w-full flex-wrap items-center rounded-control border border-line-2 pl-1.5 font-mono text-s">
      <span className="min-w-0 wrap-anywhere">{name}=</span>
      {shown === null ? (
        OTHER_SHAPE
      ) : (
        <input
          value={shown}
          size={Math.min(Math.max(4, shown.length + 1), 40)}
          onChange={(event) => form.edit([path, typedValue(event.target.value, as) ?? ""])}
          inputMode={as === "number" ? "numeric" : undefined}
          aria-label={`${word} of ${noun} ${name}`}
          aria-describedby={saidBy}
          aria-invalid={notesAt(form.notes, path).some(({ level }) => level === "refuses")}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="h-6 min-w-0 bg-transparent text-ink aria-invalid:bg-bad-wash max-desk:h-11"
        />
      )}
      <button
        type="button"
        onClick={() => form.edit([path, undefined])}
        aria-label={`Take ${noun} ${name} away`}
        className="min-h-6 min-w-6 shrink-0 text-ink-3 hover:text-ink max-desk:min-h-11 max-desk:min-w-11"
      >
        ×
      </button>
    </li>
  );
}

interface PairFormProps extends Pick<PairsRowProps, "draft" | "noun" | "words" | "as"> {
  readonly saidBy: string;
  readonly onAdd: (key: string, value: unknown) => boolean;
}

function PairForm({ draft, noun, words, as, saidBy, onAdd }: PairFormProps) {
  const typed = {
    key: useTypedText(["pair of a group", draft, noun, "key"]),
    value: useTypedText(["pair of a group", draft, noun, "value"]),
  };
  const [problem, setProblem] = useState("");
  const add = (event: FormEvent) => {
    event.preventDefault();
    const [key, value] = [typed.key.text.trim(), typed.value.text.trim()];
    if (key === "") return setProblem(`A ${noun} needs a ${words.key}.`);
    if (!onAdd(key, typedValue(value, as) ?? "")) return setProblem(OTHER_SHAPE);
    setProblem("");
    typed.key.type("");
    typed.value.type("");
  };
  const field = (name: "key" | "value") => (
    <input
      value={typed[name].text}
      onChange={(event) => typed[name].type(event.target.value)}
      aria-label={`${words[name]} of a new ${noun}`}
      placeholder={words[name]}
      aria-describedby={saidBy}
      aria-invalid={problem !== ""}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      className={`${FIELD} flex-1`}
    />
  );
  return (
    <>
      <form onSubmit={add} className="flex flex-wrap items-center gap-2">
        {field("key")}
        {field("value")}
        <Button type="submit">Add {noun}</Button>
      </form>
      {problem !== "" && (
        <p role="alert" className="text-s text-bad">
          {problem}
        </p>
      )}
    </>
  );
}
