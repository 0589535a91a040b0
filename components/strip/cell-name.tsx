"use client";

import { useEffect, useState } from "react";
import { ShownState } from "@/components/state/state-badge";
import { ClusterName } from "@/components/table/cluster-name";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { useAnswer } from "@/lib/client/use-answer";
import { FleetStripCell } from "@/lib/contract/answers/answers";
import { apiPaths, pagePaths } from "@/lib/contract/url/paths";
import type { ShownVerdict } from "@/lib/domain/verdict/freshness";
import { stateWord } from "@/lib/format/state-words";
import { inCluster } from "@/lib/format/text/cluster";

interface CellNameProps {
  readonly ribbon: string;
  readonly index: number;
  readonly shown: ShownVerdict;
  /** Told the words for the ear, and the address of the machine's page as soon as it is known. */
  readonly onNamed: (words: string, href: string) => void;
}

const SETTLED_MS = 90;

/** The name of the cell that is pointed at, asked for once the pointer rests. Give it a key that changes with the ribbon's cells. */
export function CellName({ ribbon, index, shown, onNamed }: CellNameProps) {
  const several = useSeveralClusters();
  const [settled, setSettled] = useState(-1);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(index), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [index]);
  const answer = useAnswer(settled === index ? apiPaths.cell(ribbon, index) : null, FleetStripCell);
  const found = settled === index && answer.kind === "here" ? answer.value : null;
  useEffect(() => {
    if (found === null) return;
    const { cluster, namespace, name, uid, state, vouched } = found;
    onNamed(`${name}${inCluster(cluster, several)}, ${stateWord(state, vouched)}`, pagePaths.entry(cluster, namespace, name, uid));
  }, [found, onNamed, several]);
  return (
    <span className={BOX}>
      <span className="font-mono text-s text-ink">{found?.name ?? (answer.kind === "refused" ? "name not available" : "…")}</span>
      {found !== null && <ClusterName cluster={found.cluster} className="font-mono text-xs text-ink-3" />}
      <span className="text-s">
        <ShownState shown={shown} />
      </span>
    </span>
  );
}

interface MissingNameProps {
  readonly words: string;
  /** Where more is said of it: the group's page. */
  readonly href: string;
  readonly onNamed: CellNameProps["onNamed"];
}

/** What an outline stands for: nobody knows a name for a machine that is not there. */
export function MissingName({ words, href, onNamed }: MissingNameProps) {
  useEffect(() => onNamed(words, href), [words, href, onNamed]);
  return (
    <span className={BOX}>
      <span className="text-s text-bad">{words}</span>
    </span>
  );
}

const BOX = "grid gap-0.5 rounded-small border border-line-2 bg-raised px-2 py-1 whitespace-nowrap shadow-float";
