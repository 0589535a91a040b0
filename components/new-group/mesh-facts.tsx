"use client";

import type { Answer } from "@/lib/client/use-answer";
import type { Preflight, ReadyFact } from "@/lib/contract/preflight";
import { READY_FACTS } from "@/lib/domain/new-group/ready-facts";
import { FACT_WORDS, factTitle } from "@/lib/format/new-group/ready-words";
import { sentence } from "@/lib/format/sentence";
import { Item } from "./item";

/** Those that are always told. */
const ALWAYS = READY_FACTS.filter((fact) => fact !== "revision");

/** What the mesh gives to every machine, each with its source, what is wrong with it, or why it cannot be seen and whom to ask. */
export function MeshFacts({ asked }: { readonly asked: Answer<Preflight> }) {
  if (asked.kind === "refused") return <p className="mt-2 text-bad">{asked.problem}</p>;
  return (
    <ul aria-label="Facts of the mesh">
      {asked.kind === "waiting"
        ? ALWAYS.map((fact) => <Item key={fact} state="waiting" title={FACT_WORDS[fact].title} />)
        : asked.value.facts.map((fact) => <FactItem key={`${fact.fact} ${fact.network ?? "-"}`} told={fact} />)}
    </ul>
  );
}

function FactItem({ told: { fact, network, state, value, source, problem } }: { readonly told: ReadyFact }) {
  return (
    <Item state={state} title={factTitle({ fact, network })}>
      {value !== "" && <span className="block font-mono text-ink">{value}</span>}
      {[sentence(source), problem, FACT_WORDS[fact].needed].filter((one) => one !== "").join(" ")}
    </Item>
  );
}
