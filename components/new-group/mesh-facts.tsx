"use client";

import { bundleValueAttributes } from "@/components/state/bundle-value-attributes";
import type { Answer } from "@/lib/client/use-answer";
import { useOwnFacts } from "@/lib/client/use-own-facts";
import { NEW_GROUP_MESH_FIELDS, type NewGroupMeshField, type NewGroupMeshValues } from "@/lib/contract/answers/bundle";
import type { MeshCheck, NewGroupPreflight } from "@/lib/contract/answers/preflight";
import { MESH_CHECKS } from "@/lib/domain/new-group/istiod-for-machines";
import { ownFactProblem, ownFactWords } from "@/lib/format/new-group/own-fact-words";
import { FACT_WORDS, factTitle } from "@/lib/format/new-group/ready-words";
import { sentence } from "@/lib/format/text/sentence";
import { Item } from "./item";
import { OwnFactField } from "./own-fact";

/** Those that are always told. */
const ALWAYS = MESH_CHECKS.filter((fact) => fact !== "revision");

interface MeshFactsProps {
  readonly cluster: string;
  readonly asked: Answer<NewGroupPreflight>;
}

/** What the mesh gives to every machine, each with its source, what is wrong with it, or why it cannot be seen and whom to ask. */
export function MeshFacts({ cluster, asked }: MeshFactsProps) {
  const { own } = useOwnFacts(cluster);
  if (asked.kind === "refused") return <p className="mt-2 text-bad">{asked.problem}</p>;
  return (
    <ul aria-label="Facts of the mesh">
      {asked.kind === "waiting"
        ? ALWAYS.map((fact) => <Item key={fact} state="waiting" title={FACT_WORDS[fact].title} />)
        : withOwn(asked.value.facts, own).map((fact) => <FactItem key={`${fact.fact} ${fact.network ?? "-"}`} cluster={cluster} told={fact} />)}
    </ul>
  );
}

/** What is typed wins over all that is told, for groups of any network. */
function withOwn(facts: readonly MeshCheck[], own: NewGroupMeshValues): readonly MeshCheck[] {
  return facts.flatMap((told): readonly MeshCheck[] => {
    const { fact, network } = told;
    const value = isOwnFact(fact) ? own[fact] : undefined;
    if (!isOwnFact(fact) || value === undefined) return [told];
    // What is wrong with it is said at its field.
    const state = ownFactProblem({ fact, value }) === "" ? "ok" : "problem";
    return network === null ? [{ fact, network, state, value, source: ownFactWords(), problem: "", typedAt: "ready" }] : [];
  });
}

function isOwnFact(fact: string): fact is NewGroupMeshField {
  return NEW_GROUP_MESH_FIELDS.some((one) => one === fact);
}

function FactItem({ cluster, told }: { readonly cluster: string; readonly told: MeshCheck }) {
  const { fact, network, state, value, source, problem } = told;
  return (
    <Item state={state} title={factTitle({ fact, network })} data={{ "data-fact": fact, "data-network": network ?? undefined, ...bundleValueAttributes(told) }}>
      {value !== "" && <span className="block font-mono text-ink">{value}</span>}
      {[sentence(source), problem, FACT_WORDS[fact].needed].filter((one) => one !== "").join(" ")}
      {network === null && isOwnFact(fact) && <OwnFactField cluster={cluster} fact={fact} />}
    </Item>
  );
}
