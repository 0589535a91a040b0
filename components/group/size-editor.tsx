"use client";

import { type FormEvent, useId, useState } from "react";
import { OnceAllowed } from "@/components/table/once-allowed";
import { Button } from "@/components/ui/button";
import { FormFoot } from "@/components/ui/form-foot";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { PopoverFoot } from "@/components/ui/popover-foot";
import { usePast } from "@/lib/client/past";
import { sendCommand } from "@/lib/client/send-command";
import { useAnswer } from "@/lib/client/use-answer";
import { useSentCommand } from "@/lib/client/use-sent-command";
import { useTypedText } from "@/lib/client/use-typed-text";
import { CommandPermission } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import { managedElsewhereWords } from "@/lib/format/command-words";

const COMMAND = "set-expected-size";

interface SizeEditorProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** `text`: the annotation as written, null = none. `resourceVersion`: the version of the group on the page. */
  readonly text: string | null;
  readonly resourceVersion: string;
  /** The tool that manages the group and may revert the change; "" = none known. */
  readonly managedBy: string;
}

/** Form for the expected size of a group. Without permission, it names the missing verb. The page shows the change when the watch reports it. */
export function ExpectedSizeForm(props: SizeEditorProps) {
  const past = usePast();
  const [open, setOpen] = useState(false);
  const asked = useAnswer(past === null && open ? apiPaths.command(COMMAND, props) : null, CommandPermission);
  if (past !== null) return null;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger className="rounded-control px-1.5 py-0.5 text-s text-ink-2 underline decoration-line-2 underline-offset-3 hover:text-ink max-desk:min-h-11">
        change
        <span className="sr-only"> the expected size</span>
      </PopoverTrigger>
      <PopoverContent aria-label="Expected size">
        <OnceAllowed may={asked}>
          <SizeForm {...props} onDone={() => setOpen(false)} />
        </OnceAllowed>
      </PopoverContent>
    </Popover>
  );
}

function SizeForm({ cluster, namespace, name, text, resourceVersion, managedBy, onDone }: SizeEditorProps & { readonly onDone: () => void }) {
  // The value from when the field opened. A later change from the watch must not replace it.
  const [shown] = useState(text ?? "");
  // Text typed for one size must not appear for another one that was set meanwhile.
  const size = useTypedText(["expected size", cluster, namespace, name, shown], shown);
  // The resource version from when the field opened, so that the form never overwrites a later change that the user has not seen.
  const [seen, setSeen] = useState(resourceVersion);
  const { send, isSending, isAccepted, problem, status } = useSentCommand();
  const id = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const came = await send(() => sendCommand({ name: COMMAND, address: { cluster, namespace, name }, resourceVersion: seen, input: { size: size.text } }));
    if (came === null) return;
    setSeen(resourceVersion);
    if (came.kind === "accepted") size.forget();
  };
  const end = () => {
    size.forget();
    onDone();
  };
  return (
    <form onSubmit={submit} className="grid gap-2.5 wrap-anywhere">
      <label className="grid gap-1 text-s text-ink-2">
        How many machines this group should have
        <input
          value={size.text}
          onChange={(event) => size.type(event.target.value)}
          autoComplete="off"
          aria-invalid={problem !== ""}
          aria-describedby={id}
          className="h-8 rounded-control border border-line-2 bg-paper px-2 font-mono text-m text-ink max-desk:h-11"
        />
      </label>
      <p
        id={id}
        data-status={status ?? undefined}
        className={`text-s ${problem === "" ? "text-ink-3" : "text-bad"}`}
        role={problem === "" ? undefined : "alert"}
      >
        {problem || 'A number, or a range such as "10-60". It becomes the annotation stolos.dev/expected-size. An empty field removes it.'}
      </p>
      {managedBy !== "" && <p className="text-s text-warn">{managedElsewhereWords({ manager: managedBy, noun: "group" })}</p>}
      <PopoverFoot>
        <FormFoot said={isAccepted ? "Accepted; the page follows the cluster." : ""} isDone={isAccepted} onDone={end}>
          {!isAccepted && (
            <Button type="submit" look={isSending ? "plain" : "primary"} aria-disabled={isSending}>
              {isSending ? "Saving" : "Save"}
            </Button>
          )}
        </FormFoot>
      </PopoverFoot>
    </form>
  );
}
