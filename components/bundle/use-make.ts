"use client";

import { useState } from "react";
import { handFile } from "@/lib/client/hand-file";
import { type BundleOutcome, makeBundle } from "@/lib/client/make-bundle";
import type { ProblemCode } from "@/lib/contract/answers/answers";
import type { GeneratedBundles } from "@/lib/contract/answers/bundle";
import { type BundleDraft, requestOf } from "./bundle-draft";

interface Place {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** An archive that was handed to the browser; `expiresAt`: when its token ends, null = it has none. */
export interface HandedArchive {
  readonly name: string;
  readonly expiresAt: number | null;
}

/** The reason of a refusal. `field`: the field of the form that caused it, "" = none. */
export interface MakeProblem {
  readonly text: string;
  readonly field: string;
  readonly code?: ProblemCode | undefined;
}

interface Made {
  /** The files as they are shown; null before, and after an archive: its token is in the archive alone. */
  readonly made: GeneratedBundles | null;
  readonly archive: HandedArchive | null;
  readonly busy: boolean;
  readonly problem: MakeProblem | null;
}

const NOTHING: Made = { made: null, archive: null, busy: false, problem: null };

/** Asks for the files once at a time, and holds them only in this page's memory. */
export function useMake(place: Place) {
  const [state, setState] = useState<Made>(NOTHING);
  const make = async (draft: BundleDraft, form: "files" | "archive", withToken: boolean) => {
    if (state.busy) return;
    setState({ ...NOTHING, busy: true });
    setState(stateAfter(await makeBundle(place, requestOf(draft, form, withToken))));
  };
  return { ...state, make, forget: () => setState(NOTHING) };
}

function stateAfter(outcome: BundleOutcome): Made {
  if (outcome.kind === "refused") return { ...NOTHING, problem: { text: outcome.problem, field: outcome.field, code: outcome.code } };
  if (outcome.kind === "files") return { ...NOTHING, made: outcome.made };
  handFile(outcome.name, outcome.blob);
  return { ...NOTHING, archive: { name: outcome.name, expiresAt: outcome.expiresAt } };
}
