"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { type CommandOutcome, sendCommand } from "@/lib/client/send-command";
import type { PreviewObject } from "@/lib/contract/answers/preview";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { acceptedWords } from "@/lib/format/preview-words";

interface DryRunProps {
  readonly cluster: string;
  readonly object: PreviewObject;
  readonly text: string;
  /** The trials that the viewer is offered; none on a server that only reads. */
  readonly offered: readonly ObjectCommandName[];
}

const TRIALS = {
  Service: { new: "try-new-service", exists: "try-service" },
  ServiceEntry: { new: "try-new-serviceentry", exists: "try-serviceentry" },
  WorkloadEntry: { new: "try-new-workloadentry", exists: "try-workloadentry" },
  WorkloadGroup: { new: "try-new-workloadgroup", exists: "try-workloadgroup" },
} as const satisfies Record<PreviewObject["kind"], Record<"new" | "exists", ObjectCommandName>>;

/** Asks the API server itself, with its webhooks, as the viewer: the only complete check. Nothing is made. */
export function DryRun({ cluster, object, text, offered }: DryRunProps) {
  const [asked, setAsked] = useState<{ readonly text: string; readonly outcome: CommandOutcome | "asking" } | null>(null);
  if (object.known === "not-visible") return null;
  const name = TRIALS[object.kind][object.known];
  if (!offered.includes(name)) return null;
  const outcome = asked?.text === text ? asked.outcome : null;
  const ask = async () => {
    if (outcome === "asking") return;
    setAsked({ text, outcome: "asking" });
    const address = { cluster, namespace: object.namespace, name: object.name };
    setAsked({ text, outcome: await sendCommand({ name, address, resourceVersion: object.resourceVersion, input: { text }, dryRun: true }) });
  };
  return (
    <>
      <Button onClick={ask} aria-disabled={outcome === "asking"}>
        Ask the API server (dry run)
      </Button>
      <div role="status" className={outcome !== null && outcome !== "asking" && outcome.kind === "refused" ? "text-bad" : "text-ink-2"}>
        {outcome === "asking" && "Asking"}
        {outcome !== null && outcome !== "asking" && (outcome.kind === "accepted" ? acceptedWords(outcome.warnings.length) : outcome.problem)}
        {outcome !== null && outcome !== "asking" && outcome.kind === "accepted" && <Warnings texts={outcome.warnings} />}
      </div>
    </>
  );
}

/** What the API server, and the webhooks that it asked, warned of. */
function Warnings({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className="mt-1 list-disc pl-5 text-warn">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
