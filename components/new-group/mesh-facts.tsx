"use client";

import type { Answer } from "@/lib/client/use-answer";
import type { Preflight } from "@/lib/contract/preflight";
import { FACT_WORDS } from "@/lib/format/new-group/ready-words";
import { sentence } from "@/lib/format/sentence";
import { Item } from "./item";

type Fact = keyof typeof FACT_WORDS;
const FACTS = Object.keys(FACT_WORDS) as readonly Fact[];

/** What the mesh gives to every machine, each with its source, what is wrong with it, or why it cannot be seen and whom to ask. */
export function MeshFacts({ asked }: { readonly asked: Answer<Preflight> }) {
  if (asked.kind === "refused") return <p className="mt-2 text-bad">{asked.problem}</p>;
  return (
    <ul aria-label="Facts of the mesh">
      {FACTS.map((fact) => {
        if (asked.kind === "waiting") return <Item key={fact} state="waiting" title={FACT_WORDS[fact].title} />;
        const { state, value, source, problem } = asked.value[fact];
        return (
          <Item key={fact} state={state} title={FACT_WORDS[fact].title}>
            {value !== "" && <span className="block font-mono text-ink">{value}</span>}
            {[sentence(source), problem, FACT_WORDS[fact].needed].filter((one) => one !== "").join(" ")}
          </Item>
        );
      })}
    </ul>
  );
}
