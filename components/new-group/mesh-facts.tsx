"use client";

import type { Answer } from "@/lib/client/use-answer";
import type { Preflight } from "@/lib/contract/preflight";
import { FACT_WORDS } from "@/lib/format/new-group/ready-words";
import { Item } from "./item";

type Fact = keyof typeof FACT_WORDS;
const FACTS = Object.keys(FACT_WORDS) as readonly Fact[];

/** What the mesh gives to every machine, each with its source or with why it is not known. It can be typed at the bundle all the same. */
export function MeshFacts({ asked }: { readonly asked: Answer<Preflight> }) {
  if (asked.kind === "refused") return <p className="mt-2 text-bad">{asked.problem}</p>;
  return (
    <ul aria-label="Facts of the mesh">
      {FACTS.map((fact) => {
        if (asked.kind === "waiting") return <Item key={fact} state="waiting" title={FACT_WORDS[fact].title} />;
        const { value, source, problem } = asked.value[fact];
        return (
          <Item key={fact} state={problem === "" ? "ok" : "unseen"} title={FACT_WORDS[fact].title}>
            {value !== "" && <span className="block font-mono text-ink">{value}</span>}
            {problem || `${source}.`} {FACT_WORDS[fact].needed}
          </Item>
        );
      })}
    </ul>
  );
}
