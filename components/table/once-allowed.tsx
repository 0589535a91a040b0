import { type ReactNode, useState } from "react";
import type { Answer } from "@/lib/client/use-answer";
import type { CommandPermission } from "@/lib/contract/commands";
import { mayNotChangeWords } from "@/lib/format/command-words";

interface OnceAllowedProps {
  readonly may: Answer<CommandPermission>;
  readonly children: ReactNode;
}

/**
 * A form for whoever may; who may not reads which verb is missing. Where the right is lost while the form is open, both stand there: nothing that was typed is
 * lost, and the API server decides what it takes.
 */
export function OnceAllowed({ may, children }: OnceAllowedProps) {
  const [wasAllowed, setAllowed] = useState(false);
  const isAllowed = may.kind === "here" && may.value.may;
  if (isAllowed && !wasAllowed) setAllowed(true);
  return (
    <>
      {may.kind === "waiting" && (
        <p data-reading="right" className="text-ink-2">
          Asking what you may do
        </p>
      )}
      {may.kind === "refused" && <p className="text-bad">{may.problem}</p>}
      {may.kind === "here" && !may.value.may && (
        <p data-missing={may.value.missingRights?.join(", ")} className="text-ink-2">
          {mayNotChangeWords(may.value)}
        </p>
      )}
      {(isAllowed || wasAllowed) && children}
    </>
  );
}
