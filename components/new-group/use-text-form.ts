"use client";

import { useState } from "react";
import type { ReadGroup } from "@/lib/client/group-text";
import { editYaml } from "@/lib/client/yaml-text";
import type { GroupForm } from "./group-form";

interface TypedText {
  readonly text: string;
  /** What the text says now. */
  readonly read: ReadGroup;
  /** Nothing was typed yet, so nothing is wrong. */
  readonly isFresh: boolean;
  readonly write: (text: string) => void;
}

/** The form of a text that is typed beside it: it writes its changes into the text, and while that cannot be read, it keeps what the text last said. */
export function useTextForm({ text, read, isFresh, write }: TypedText): GroupForm {
  const [last, setLast] = useState(read);
  if (read.problem === null && read !== last) setLast(read);
  const shown = read.problem === null ? read : last;
  return {
    value: shown.value,
    notes: isFresh || read.problem !== null ? [] : shown.notes,
    edit(...edits) {
      const edited = edits.reduce<string | null>((before, [path, value]) => (before === null ? null : editYaml(before, path, value)), text);
      if (edited !== null) write(edited);
      return edited !== null;
    },
  };
}
