"use client";

import { useMemo, useState } from "react";
import { type ReadGroup, readGroup } from "@/lib/client/group-text";
import { editYaml } from "@/lib/client/yaml-text";
import type { GroupForm } from "./group-form";

/** The form of a text that is typed beside it. While the text cannot be read, the form keeps what it last said. */
export interface HeldForm {
  readonly form: GroupForm;
  readonly read: ReadGroup;
}

/** Reads the text with each change, and writes what the form changes into it. `isFresh`: nothing was typed yet, so nothing is wrong. */
export function useGroupForm(text: string, namespace: string, isFresh: boolean, write: (text: string) => void): HeldForm {
  const read = useMemo(() => readGroup(text, namespace), [text, namespace]);
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
