"use client";

import { managedElsewhereWords } from "@/lib/format/command-words";
import { planLineWords } from "@/lib/format/planned-words";
import { LineList } from "./line-list";
import { outcomeAttributes } from "./outcome-attributes";
import type { PlanLine } from "./use-plan-several";

/** Each group with the machines that are to be marked at it, and what came of that. */
export function PlanLines({ lines }: { readonly lines: readonly PlanLine[] }) {
  return (
    <LineList label="Groups whose machines are marked" count={lines.length}>
      {lines.map(({ group, read, outcome }) => (
        <li
          key={`${group.cluster}/${group.namespace}/${group.name}`}
          data-group={`${group.namespace}/${group.name}`}
          {...outcomeAttributes(outcome)}
          className="border-b border-line py-1.5 last:border-0"
        >
          <span className="font-mono text-s">
            {group.namespace}/{group.name}
          </span>
          <span className="block text-s text-ink-3">{planLineWords(group)}</span>
          {read?.kind === "here" && read.value.managedBy !== "" && (
            <span className="block text-s text-warn">{managedElsewhereWords({ manager: read.value.managedBy, noun: "group" })}</span>
          )}
          <Came read={read} outcome={outcome} />
        </li>
      ))}
    </LineList>
  );
}

function Came({ read, outcome }: Pick<PlanLine, "read" | "outcome">) {
  const problem = outcome !== null && outcome !== "sending" && outcome.kind === "refused" ? outcome.problem : read?.kind === "refused" ? read.problem : "";
  if (problem !== "") return <span className="block text-s text-bad">{problem}</span>;
  const words = outcome === "sending" ? "Marking" : outcome !== null ? "Accepted" : read === null ? "Reading what it says now" : "";
  return words !== "" && <span className="block text-s text-ink-2">{words}</span>;
}
