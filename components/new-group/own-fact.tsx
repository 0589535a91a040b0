"use client";

import { Field } from "@/components/ui/field";
import { useOwnFacts } from "@/lib/client/use-own-facts";
import type { NewGroupMeshField } from "@/lib/contract/answers/bundle";
import { ownFactProblem } from "@/lib/format/new-group/own-fact-words";
import { factTitle } from "@/lib/format/new-group/ready-words";

interface OwnFactFieldProps {
  readonly cluster: string;
  readonly fact: NewGroupMeshField;
}

/** A value that the viewer types in place of what is told of the mesh; empty = he takes what is told. */
export function OwnFactField({ cluster, fact }: OwnFactFieldProps) {
  const { own, type } = useOwnFacts(cluster);
  const value = own[fact] ?? "";
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-s font-medium text-ink-2 max-desk:min-h-11">Type another</summary>
      <div className="mt-1 max-w-[30em]">
        <Field
          label={`${factTitle({ fact, network: null })} of your own`}
          value={value}
          hint="empty: what is told above"
          problem={ownFactProblem({ fact, value })}
          onChange={(text) => type(fact, text)}
        />
      </div>
    </details>
  );
}
