"use client";

import { useState } from "react";
import type { PreviewAnswer } from "@/lib/contract/answers/preview";

/**
 * The last answer that told of an object: while a line is half typed nothing can be told, and what stood there stays for so long. Before the first
 * such answer, whatever there is. No answer after one = it was taken away.
 */
export function useSettledAnswer(answer: PreviewAnswer | null): PreviewAnswer | null {
  const [told, setTold] = useState<PreviewAnswer | null>(null);
  if (answer !== null && answer.object !== null && answer !== told) setTold(answer);
  if (answer === null && told !== null) setTold(null);
  if (answer === null) return null;
  return answer.object == null ? (told ?? answer) : answer;
}
