"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyMark } from "@/components/ui/copy-mark";
import { useCopy } from "@/components/ui/use-copy";
import { askText } from "@/lib/client/ask-text";

/** Copies the answer as Markdown, for a ticket. It is made by the server, so that all of its rows are there. */
export function CopyMarkdown({ href }: { readonly href: string }) {
  const { outcome, copy } = useCopy();
  const [problem, setProblem] = useState("");
  const fetched = async () => {
    const answer = await askText(href);
    setProblem(answer.kind === "refused" ? answer.problem : "");
    if (answer.kind === "here") copy(answer.value);
  };
  return (
    <>
      <Button onClick={() => void fetched()}>
        <CopyMark outcome={outcome}>Copy as Markdown</CopyMark>
      </Button>
      {problem !== "" && (
        <span role="alert" className="self-center text-s text-bad">
          {problem}
        </span>
      )}
    </>
  );
}
