"use client";

import { useOfServerNow } from "@/lib/client/clock";
import type { Answer, NotRenewed } from "@/lib/client/use-answer";
import { notRenewedWords } from "@/lib/format/not-renewed-words";

/** Beside an answer that could not be read again: how old it is, and why it stays. Nothing beside any other. */
export function NotRenewedLine({ answer }: { readonly answer: Answer<unknown> }) {
  return answer.kind === "here" && answer.notRenewed !== undefined ? <Line {...answer.notRenewed} /> : null;
}

function Line({ refusal, readAt }: NotRenewed) {
  const words = useOfServerNow((now) => notRenewedWords({ ageMs: now - readAt, problem: refusal.problem }));
  return <p className="mt-2.5 text-s wrap-anywhere text-blind">{words}</p>;
}
