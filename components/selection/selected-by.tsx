"use client";

import type { ReactNode } from "react";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { useSelectedBy } from "@/lib/client/use-selected-by";
import type { SelectedByHead } from "@/lib/contract/views/selected-by";
import type { ViewStateOf } from "@/lib/contract/views/view";

export interface SelectedByProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** The query of the view "selected-by". */
  readonly query: string;
  readonly initial: ViewStateOf<"selected-by"> | null;
}

interface SelectedByViewProps extends Pick<SelectedByProps, "query" | "initial"> {
  readonly of: "machine" | "group";
  readonly children: (head: SelectedByHead) => ReactNode;
}

/** Draws the head of the view "selected-by", or why there is none. */
export function SelectedByView({ query, initial, of, children }: SelectedByViewProps) {
  const { head, problem } = useSelectedBy(query, initial);
  if (problem !== null)
    return (
      <Section name="selected-by" title="Selected by">
        {problem}
      </Section>
    );
  return head === null ? <Skeleton rows={3} label={`Asking who selects this ${of}`} /> : children(head);
}
