"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { saveView } from "@/lib/client/saved-views";
import { useTypedText } from "@/lib/client/use-typed-text";
import { useViewer } from "@/lib/client/viewer";
import { MAX_VIEW_NAME_LENGTH, parseViewName } from "@/lib/contract/url/saved-view";

const FAULTS = { "name-length": `A name has 1 to ${MAX_VIEW_NAME_LENGTH} characters.`, "address-length": "This address is too long to be kept." } as const;

/** Keeps the view that is shown under a name that somebody types. Nothing but the name and the address is kept, in this browser only. */
export function KeepView({ address }: { readonly address: string }) {
  const { id } = useViewer();
  // By the page alone: a filter that was just typed changes the address while the form is open.
  const [page = ""] = address.split("?");
  const name = useTypedText(["saved view", page]);
  const [fault, setFault] = useState<keyof typeof FAULTS | null>(null);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (parseViewName(name.text) === null) return setFault("name-length");
    const isKept = saveView(id, { name: name.text, address });
    setFault(isKept ? null : "address-length");
    if (isKept) name.type("");
  };
  return (
    <form onSubmit={keep} className="mt-3 grid grid-cols-[1fr_auto] items-start gap-2">
      <Field
        label="Keep what is shown as"
        value={name.text}
        onChange={name.type}
        problem={fault === null ? "" : FAULTS[fault]}
        data={{ "data-fault": fault ?? undefined }}
        hint="In this browser, until you sign out."
      />
      <Button type="submit" className="mt-[1.45rem]">
        Keep
      </Button>
    </form>
  );
}
