"use client";

import { useRef, useState } from "react";
import type { CommandOutcome } from "./send-command";

/** What a form knows of the command that it sends. */
export interface SentCommand {
  /** Sends it and gives what came of it; null = nothing was sent, as the answer to what was sent before has not come yet. */
  readonly send: (begin: () => Promise<CommandOutcome>) => Promise<CommandOutcome | null>;
  readonly isSending: boolean;
  /** The API server took it: whether it is done, the watch says. */
  readonly isAccepted: boolean;
  /** Why it was refused, or is not known to be done; "" = it was not. */
  readonly problem: string;
  /** The HTTP status of a refusal; null = not refused, or no answer that can be read. */
  readonly status: number | null;
}

/** A command that is sent once, however often it is pressed before the answer comes. */
export function useSentCommand(): SentCommand {
  const [outcome, setOutcome] = useState<CommandOutcome | null>(null);
  const [isSending, setSending] = useState(false);
  const isUnderWay = useRef(false);
  const send = async (begin: () => Promise<CommandOutcome>) => {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    setSending(true);
    setOutcome(null);
    const came = await begin();
    isUnderWay.current = false;
    setSending(false);
    setOutcome(came);
    return came;
  };
  const refusal = outcome?.kind === "refused" ? outcome : null;
  return { send, isSending, isAccepted: outcome?.kind === "accepted", problem: refusal?.problem ?? "", status: refusal?.status ?? null };
}
