"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { DraftObject } from "@/lib/client/draft-objects";
import { type ExistingObject, readExisting } from "@/lib/client/existing-object";
import { type CommandOutcome, type RefusalFacts, sendCommand } from "@/lib/client/send-command";
import type { FieldError } from "@/lib/domain/edit/field-errors";
import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import type { ObjectStateWord } from "@/lib/format/new-group/review-words";

/** The state of one object of a draft. The code and the missing rights belong to a refusal. */
export interface ObjectState extends RefusalFacts {
  readonly word: ObjectStateWord;
  /** Why it was refused, or is not known; "" = nothing to say. */
  readonly problem: string;
  /** Which of its fields were refused, where the server says so. */
  readonly causes: readonly FieldError[];
  readonly warnings: readonly string[];
  /** What is there under its name, where that could be read. */
  readonly existing: ExistingObject | null;
}

const WAITS: ObjectState = { word: "waits", problem: "", causes: [], warnings: [], existing: null };
const ALREADY_THERE = 409;
const LOST = 502;

export interface Applying {
  /** One state for each object, in their order. */
  readonly states: readonly ObjectState[];
  readonly isBusy: boolean;
  /** Has the API server try each of them. */
  check(): Promise<void>;
  /** Makes what is not there, in order, up to the first that fails. */
  apply(): Promise<void>;
}

interface ApplyOptions {
  readonly cluster: string;
  /** The same ones for as long as their texts are. */
  readonly objects: readonly DraftObject[];
  /** Told which fields of an object are refused, once it was answered: none = no field of it is. Stays the same callback. */
  readonly onAnswer: (object: DraftObject, causes: readonly FieldError[]) => void;
}

/** Has the objects of a draft tried once the page opens, and made on demand. What is there is never made twice: a name can be made only once. */
export function useApply({ cluster, objects, onAnswer }: ApplyOptions): Applying {
  const [states, setStates] = useState<readonly ObjectState[]>(() => objects.map(() => WAITS));
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const now = useRef(states);
  const set = useCallback((at: number, state: ObjectState) => {
    now.current = now.current.map((one, index) => (index === at ? state : one));
    setStates(now.current);
  }, []);
  const alone = useCallback(async (work: () => Promise<void>) => {
    // A second click, while the first is on its way, is none.
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      busy.current = false;
      setBusy(false);
    }
  }, []);
  const send = useCallback(
    async (at: number, object: DraftObject, dryRun: boolean) => {
      set(at, { ...WAITS, word: dryRun ? "asking" : "applying" });
      const state = await tried(cluster, object, dryRun);
      set(at, state);
      if (state.word !== "unknown") onAnswer(object, state.causes);
      return state;
    },
    [cluster, set, onAnswer],
  );
  const check = useCallback(
    () =>
      alone(async () => {
        for (const [at, object] of objects.entries()) if (!isDone(now.current[at])) await send(at, object, true);
      }),
    [alone, objects, send],
  );
  const apply = () =>
    alone(async () => {
      for (const [at, object] of objects.entries()) {
        if (!isDone(now.current[at]) && !isDone(await send(at, object, false))) return;
      }
    });
  useEffect(() => {
    void check();
  }, [check]);
  return { states, isBusy, check, apply };
}

/** Is nothing left to do for it? An account that is there is used as it is. */
export function isDone(state: ObjectState | undefined): boolean {
  return state?.word === "made" || state?.word === "same" || state?.word === "used";
}

async function tried(cluster: string, object: DraftObject, dryRun: boolean): Promise<ObjectState> {
  const { command: name, namespace, text } = object;
  // What has no name yet, or none that an address can have, is asked of under one that says so: the answer is about the text.
  const address = { cluster, namespace, name: isObjectName(object.name) ? object.name : "unnamed" };
  const outcome = await sendCommand({ name, address, resourceVersion: "", input: { text }, dryRun });
  if (outcome.kind === "accepted") return { ...WAITS, word: dryRun ? "would" : "made", warnings: outcome.warnings };
  if (outcome.status === ALREADY_THERE) return stateOfExisting(object, await readExisting(cluster, object, new AbortController().signal));
  const { problem, causes = [], code, missingRights } = outcome;
  return { ...WAITS, word: isLost(outcome, dryRun) ? "unknown" : "refused", problem, causes, code, missingRights };
}

/** After a lost answer to the change itself nobody knows; the next attempt finds the object there, or makes it. */
function isLost({ status }: Extract<CommandOutcome, { readonly kind: "refused" }>, dryRun: boolean): boolean {
  return !dryRun && (status === null || status === LOST);
}

function stateOfExisting({ kind }: DraftObject, existing: ExistingObject | null): ObjectState {
  if (kind === "ServiceAccount") return { ...WAITS, word: "used", existing };
  return { ...WAITS, word: existing?.isSame === true ? "same" : "there", existing };
}
