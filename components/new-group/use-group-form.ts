"use client";

import { useMemo, useState } from "react";
import { type ReadGroup, readGroup } from "@/lib/client/group-text";
import { editYaml } from "@/lib/client/yaml-text";
import type { GuardRails } from "@/lib/domain/guard-rails/guard-rails";
import type { GroupForm } from "./group-form";

/** The form of a text that is typed beside it. While the text cannot be read, the form keeps what it last said. */
export interface HeldForm {
  readonly form: GroupForm;
  readonly read: ReadGroup;
}

interface TypedGroup {
  readonly text: string;
  readonly namespace: string;
  /** The platform team's rules; null = there are none, or they are not known. */
  readonly rails: GuardRails | null;
  /** Nothing was typed yet, so nothing is wrong. */
  readonly isFresh: boolean;
  readonly write: (text: string) => void;
}

/** Reads the text with each change, and writes what the form changes into it. */
export function useGroupForm({ text, namespace, rails, isFresh, write }: TypedGroup): HeldForm {
  const read = useMemo(() => readGroup(text, namespace, rails), [text, namespace, rails]);
  const [last, setLast] = useState(read);
  if (read.problem === null && read !== last) setLast(read);
  const shown = read.problem === null ? read : last;
  const form: GroupForm = {
    value: shown.value,
    notes: isFresh || read.problem !== null ? [] : shown.notes,
    edit(...edits) {
      const edited = edits.reduce<string | null>((before, [path, value]) => (before === null ? null : editYaml(before, path, value)), text);
      if (edited !== null) write(edited);
      return edited !== null;
    },
  };
  return { form, read };
}
