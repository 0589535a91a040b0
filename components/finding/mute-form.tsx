"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/field";
import { PopoverFoot } from "@/components/ui/popover-foot";
import { changeMutes, MUTE_COMMANDS, type MutableObject } from "@/lib/client/change-mutes";
import { useAnswer } from "@/lib/client/use-answer";
import { useMuteNow, useMutes } from "@/lib/client/use-mutes";
import { useTypedText } from "@/lib/client/use-typed-text";
import { CommandPermission } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import { withObjectMute } from "@/lib/domain/findings/object-mute";
import { mayNotChangeWords } from "@/lib/format/command-words";
import { MUTE_SPANS, muteForAllWords, muteForMeWords } from "@/lib/format/findings/mute-words";

interface MuteFormProps {
  /** The id of the finding, or what mutes its rule. */
  readonly what: string;
  readonly code: string;
  /** Where it can be muted for everybody; null = nowhere. */
  readonly object: MutableObject | null;
  /** Told before `onDone` where it was muted. */
  readonly onMuted?: (() => void) | undefined;
  readonly onDone: () => void;
}

const FIELD = "rounded-control border border-line-2 bg-paper px-2 text-m text-ink max-desk:h-11";

/** Why, for how long, and for whom. */
export function MuteForm({ what, code, object, onMuted, onDone }: MuteFormProps) {
  const { mute } = useMutes();
  const now = useMuteNow();
  const reason = useTypedText(["mute", what]);
  const [span, setSpan] = useState(MUTE_SPANS[1].ms);
  const [whom, setWhom] = useState<"me" | "all">("me");
  const [{ code: fault, text: problem }, setProblem] = useState({ code: "", text: "" });
  const [isSending, setSending] = useState(false);
  const target = whom === "all" ? object : null;
  const may = useAnswer(target === null ? null : apiPaths.command(MUTE_COMMANDS[target.resource], target), CommandPermission);
  const id = useId();
  const end = () => {
    reason.forget();
    onDone();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const said = reason.text.trim().slice(0, 200);
    if (said === "") return setProblem({ code: "no-reason", text: "Write why: whoever comes back to it will ask." });
    const until = now + span;
    if (target === null) {
      mute({ what, reason: said, until });
      onMuted?.();
      return end();
    }
    setSending(true);
    const outcome = await changeMutes(target, (mutes) => withObjectMute(mutes, { code, until, reason: said }, now));
    setSending(false);
    if (outcome.kind === "refused") return setProblem({ code: outcome.isUnreadable ? "unreadable-mutes" : "refused", text: outcome.problem });
    onMuted?.();
    end();
  };
  const missing = may.kind === "refused" ? may.problem : may.kind === "here" && !may.value.may ? mayNotChangeWords(may.value) : "";
  return (
    <form onSubmit={submit} className="grid gap-2.5 wrap-anywhere">
      <label className="grid gap-1 text-s text-ink-2">
        Why
        <input
          value={reason.text}
          onChange={(event) => reason.type(event.target.value)}
          autoComplete="off"
          maxLength={200}
          aria-invalid={problem !== ""}
          aria-describedby={id}
          className={`h-8 ${FIELD}`}
        />
      </label>
      <label className="grid gap-1 text-s text-ink-2">
        For how long
        <select value={span} onChange={(event) => setSpan(Number(event.target.value))} className={`h-8 ${FIELD}`}>
          {MUTE_SPANS.map(({ word, ms }) => (
            <option key={word} value={ms}>
              {word}
            </option>
          ))}
        </select>
      </label>
      {object !== null && <Choice label="For whom" value={whom} onChange={setWhom} options={WHOM} />}
      <p
        id={id}
        className={`text-s ${problem === "" ? "text-ink-3" : "text-bad"}`}
        role={problem === "" ? undefined : "alert"}
        data-problem={fault === "" ? undefined : fault}
      >
        {problem || (target === null ? muteForMeWords() : muteForAllWords(target))}
      </p>
      {missing !== "" && (
        <p data-missing={may.kind === "here" ? may.value.missingRights?.join(", ") : undefined} className="text-s text-ink-2">
          {missing}
        </p>
      )}
      <PopoverFoot>
        <div className="flex justify-end gap-2">
          <Button onClick={end}>Cancel</Button>
          {(target === null || (may.kind === "here" && may.value.may)) && (
            <Button type="submit" look={isSending ? "plain" : "primary"} aria-disabled={isSending}>
              Mute
            </Button>
          )}
        </div>
      </PopoverFoot>
    </form>
  );
}

const WHOM = [
  { value: "me", label: "for me" },
  { value: "all", label: "for everybody" },
] as const;
