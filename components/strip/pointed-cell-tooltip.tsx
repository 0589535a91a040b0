"use client";

import { clsx } from "clsx";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ShownStateBadge } from "@/components/state/state-badge";
import { ClusterName } from "@/components/table/cluster-name";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { useAnswer } from "@/lib/client/use-answer";
import { FleetStripCell } from "@/lib/contract/answers/answers";
import { apiPaths, pagePaths } from "@/lib/contract/url/paths";
import type { ShownVerdict } from "@/lib/domain/verdict/freshness";
import { stateWord } from "@/lib/format/state-words";
import { inCluster } from "@/lib/format/text/cluster";
import { CELL_PX, type CellGrid, cellCorner } from "./cell-grid";

/** Receives the text for a screen reader, and the address to open on Enter or click. */
type OnNamed = (text: string, href: string) => void;

interface PointedCellTooltipProps {
  readonly index: number;
  readonly grid: CellGrid;
  /** The machine of the cell, or the text of a cell without a machine name. */
  readonly cell: Omit<MachineNameProps, "onNamed"> | Omit<UnnamedProps, "onNamed">;
  readonly onNamed: OnNamed;
}

/** Outline and tooltip of the focused or hovered cell. Positioned with a style attribute, which is allowed because the server never renders it. */
export function PointedCellTooltip({ index, grid, cell, onNamed }: PointedCellTooltipProps) {
  return (
    <CellFrame index={index} grid={grid}>
      {"text" in cell ? <Unnamed {...cell} onNamed={onNamed} /> : <MachineName {...cell} onNamed={onNamed} />}
    </CellFrame>
  );
}

function CellFrame({ index, grid, children }: Pick<PointedCellTooltipProps, "index" | "grid"> & { readonly children: ReactNode }) {
  const frame = useRef<HTMLSpanElement>(null);
  const [leftwards, setLeftwards] = useState(false);
  const { x, y } = cellCorner(index, grid);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const size = `${CELL_PX + 4}px`;
    Object.assign(element.style, { left: `${x - 2}px`, top: `${y - 2}px`, width: size, height: size });
    setLeftwards(element.getBoundingClientRect().left > window.innerWidth - 320);
  }, [x, y]);
  return (
    <span ref={frame} className="pointer-events-none absolute z-10 block rounded-[3px] outline-2 outline-accent">
      <span className={clsx("absolute top-[calc(100%+6px)] block", leftwards ? "right-0" : "left-0")}>{children}</span>
    </span>
  );
}

interface MachineNameProps {
  /** The id of the ribbon's row. */
  readonly ribbon: string;
  /** The index among the ribbon's registered machines, worst state first. */
  readonly machine: number;
  readonly shown: ShownVerdict;
  readonly onNamed: OnNamed;
}

const SETTLED_MS = 90;

/** Tooltip with the machine's name. Requests it when the pointer has rested for a short time. */
function MachineName({ ribbon, machine, shown, onNamed }: MachineNameProps) {
  const several = useSeveralClusters();
  const [settled, setSettled] = useState(-1);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(machine), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [machine]);
  const answer = useAnswer(settled === machine ? apiPaths.cell(ribbon, machine) : null, FleetStripCell);
  const found = settled === machine && answer.kind === "here" ? answer.value : null;
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
        <ShownStateBadge shown={shown} />
      </span>
    </span>
  );
}

interface UnnamedProps {
  readonly text: string;
  /** The page that the cell opens. */
  readonly href: string;
  readonly onNamed: OnNamed;
}

/** Tooltip without a name: a lost or missing machine has no entry, and a shared ribbon has machines of several groups. */
function Unnamed({ text, href, onNamed }: UnnamedProps) {
  useEffect(() => onNamed(text, href), [text, href, onNamed]);
  return (
    <span className={BOX}>
      <span className="text-s">{text}</span>
    </span>
  );
}

const BOX = "grid gap-0.5 rounded-small border border-line-2 bg-raised px-2 py-1 whitespace-nowrap shadow-float";
