import { clsx } from "clsx";
import { mayNotChangeWords } from "@/lib/format/command-words";
import { LineList } from "./line-list";
import { outcomeAttributes } from "./outcome-attributes";
import type { DeletionLine } from "./use-delete-several";

/** Each entry with what came of its deletion. */
export function DeletionLines({ lines }: { readonly lines: readonly DeletionLine[] }) {
  return (
    <LineList label="Entries to delete" count={lines.length}>
      {lines.map((line) => (
        <li key={line.entry.id} data-machine={line.entry.name} {...outcomeAttributes(line.outcome)} className="border-b border-line py-1 last:border-0">
          <span className="font-mono text-s wrap-anywhere">
            {line.entry.namespace}/{line.entry.name}
          </span>
          {line.entry.managedBy !== "" && <span className="text-s text-warn"> · {line.entry.managedBy} manages it and may write it again</span>}
          <Came line={line} />
        </li>
      ))}
    </LineList>
  );
}

function Came({ line: { outcome, missing, gone } }: { readonly line: DeletionLine }) {
  const isProblem = outcome !== null && outcome !== "sending" && outcome.kind === "refused" && !gone;
  return <span className={clsx("block text-s", isProblem || missing !== "" ? "text-bad" : "text-ink-3")}>{wordsOf({ outcome, missing, gone })}</span>;
}

function wordsOf({ outcome, missing, gone }: Pick<DeletionLine, "outcome" | "missing" | "gone">): string {
  if (gone) return "Not there any more.";
  if (outcome === "sending") return "Deleting";
  if (outcome !== null) return outcome.kind === "accepted" ? "Accepted" : outcome.problem;
  return missing === "" ? "" : mayNotChangeWords({ missing });
}
