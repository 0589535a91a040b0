"use client";

import { useMemo } from "react";
import { type GroupNote, type ReadGroup, readGroup } from "@/lib/client/group-text";
import { withRefusal } from "@/lib/client/refusal-notes";
import type { PlatformPolicies } from "@/lib/domain/platform-policy/policies";
import type { GroupForm } from "./group-form";
import { useTextForm } from "./use-text-form";

/** The form of a group's text, and what that says. */
export interface HeldForm {
  readonly form: GroupForm;
  readonly read: ReadGroup;
}

interface TypedGroup {
  readonly text: string;
  readonly namespace: string;
  /** The platform team's rules; null = there are none, or they are not known. */
  readonly rails: PlatformPolicies | null;
  /** What was refused of it, of what it still says. */
  readonly refused: readonly GroupNote[];
  /** Nothing was typed yet, so nothing is wrong. */
  readonly isFresh: boolean;
  readonly write: (text: string) => void;
}

/** Reads the text with each change, and writes what the form changes into it. */
export function useGroupForm({ text, namespace, rails, refused, isFresh, write }: TypedGroup): HeldForm {
  const read = useMemo(() => withRefusal(readGroup(text, namespace, rails), refused), [text, namespace, rails, refused]);
  return { form: useTextForm({ text, read, isFresh, write }), read };
}
