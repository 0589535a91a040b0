"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { saveView } from "@/lib/client/saved-views";
import { useViewer } from "@/lib/client/viewer";
import { LONGEST_NAME, viewName } from "@/lib/contract/saved-view";

/** Keeps the view that is shown under a name that somebody types. Nothing but the name and the address is kept, in this browser only. */
export function KeepView({ address }: { readonly address: string }) {
  const { id } = useViewer();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (viewName(name) === null) return setProblem(`A name has 1 to ${LONGEST_NAME} characters.`);
    const isKept = saveView(id, { name, address });
    setProblem(isKept ? "" : "This address is too long to be kept.");
    if (isKept) setName("");
  };
  return (
    <form onSubmit={keep} className="mt-3 grid grid-cols-[1fr_auto] items-start gap-2">
      <Field label="Keep what is shown as" value={name} onChange={setName} problem={problem} hint="In this browser, until you sign out." />
      <Button type="submit" className="mt-[1.45rem]">
        Keep
      </Button>
    </form>
  );
}
