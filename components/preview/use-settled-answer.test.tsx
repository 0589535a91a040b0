import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PreviewAnswer } from "@/lib/contract/answers/preview";
import { useSettledAnswer } from "./use-settled-answer";

/** As much of an answer as the hook looks at. */
const answerOf = (name: string | null) => ({ object: name === null ? null : { name } }) as unknown as PreviewAnswer;
const [one, other, half] = [answerOf("one"), answerOf("other"), answerOf(null)];

it("an answer stays while the text says no object, and goes where it is taken away", () => {
  const { result, rerender } = renderHook(({ answer }: { readonly answer: PreviewAnswer | null }) => useSettledAnswer(answer), {
    initialProps: { answer: null as PreviewAnswer | null },
  });
  const after = (answer: PreviewAnswer | null) => {
    rerender({ answer });
    return result.current;
  };
  expect([after(half), after(one), after(half), after(null), after(half), after(other)]).toEqual([half, one, one, null, half, other]);
});
