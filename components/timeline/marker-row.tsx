"use client";

import type { ReactNode } from "react";
import { IncidentCircle } from "@/components/state/incident-number";
import { Link } from "@/lib/client/page-link";
import { pagePaths } from "@/lib/contract/url/paths";
import { hiddenCirclesText, incidentCircleText } from "@/lib/format/state-chart-text";
import { joinParts, oneLine } from "@/lib/format/text/lists";
import type { EventMarker } from "./marker-labels";
import type { GapLabel, MarkerRowLabel, MarkerRowLayout } from "./marker-row-layout";
import { svgPercent } from "./plot-coordinates";

/** Height of the row of markers above a chart, in pixels. `MIDDLE` is the centre of its circles. */
export const MARKER_ROW_HEIGHT_PX = 24;
const MIDDLE = 10;
const TEXT = 14;

interface MarkerRowLayoutProps {
  readonly layout: MarkerRowLayout;
  readonly widthPx: number;
}

interface MarkerRowProps extends MarkerRowLayoutProps {
  /** True if the circles are no links, for example on a wall display. */
  readonly isStill?: boolean;
}

/** The row above a chart: a numbered circle per incident and rollout, which links to it, and labels of gaps and other markers. */
export function MarkerRow({ layout: { circles, more, gaps, labels }, widthPx, isStill = false }: MarkerRowProps) {
  const share = (x: number) => svgPercent((x / widthPx) * 100);
  return (
    <svg role="presentation" width="100%" height={MARKER_ROW_HEIGHT_PX} className="block overflow-visible forced-color-adjust-none" data-lane="">
      {labels.map((label) => (
        <MarkLabel key={label.members.map(({ at, label: name }) => `${at} ${name}`).join()} label={label} share={share} />
      ))}
      {gaps.flatMap((gap) => (gap.isInPlot ? [] : <GapName key={gap.x} gap={gap} x={share(gap.x)} y={TEXT} />))}
      {circles.map(({ x, markX, mark }) => (
        <g key={mark.id}>
          {markX > 0 && <line x1={share(markX)} x2={share(markX)} y1={MIDDLE + 9} y2={MARKER_ROW_HEIGHT_PX} strokeDasharray="2 3" className="stroke-ink-3" />}
          <CircleLink
            href={isStill ? null : mark.href}
            name={incidentCircleText(mark)}
            title={incidentCircleText(mark)}
            data={{ [`data-${mark.kind}`]: mark.id }}
          >
            <circle cx={share(x)} cy={MIDDLE} r="10" className="fill-transparent" />
            <IncidentCircle number={mark.number} look={mark.look} x={share(x)} y={MIDDLE} />
          </CircleLink>
        </g>
      ))}
      {more.map(({ x, hidden }) => (
        <CircleLink
          key={hidden[0]?.id}
          href={isStill ? null : pagePaths.incidents()}
          name={hiddenCirclesText(hidden.length)}
          title={hidden.map(incidentCircleText).join("\n")}
        >
          <IncidentCircle number={`+${hidden.length}`} look="over" x={share(x)} y={MIDDLE} />
        </CircleLink>
      ))}
    </svg>
  );
}

interface CircleLinkProps {
  /** The page that the circle opens; null = no link. */
  readonly href: string | null;
  readonly name: string;
  readonly title: string;
  readonly data?: Readonly<Record<`data-${string}`, string>>;
  readonly children: ReactNode;
}

function CircleLink({ href, name, title, data, children }: CircleLinkProps) {
  if (href === null) return <g {...data}>{children}</g>;
  return (
    <Link href={href} prefetch={false} aria-label={name} {...data} className="group/circle outline-none">
      <title>{title}</title>
      {children}
    </Link>
  );
}

interface MarkLabelProps {
  readonly label: MarkerRowLabel;
  readonly share: (x: number) => string;
}

function MarkLabel({ label: { x, anchor, text, markX, members }, share }: MarkLabelProps) {
  const line = share(markX ?? x);
  return (
    <g data-marks={members.flatMap(({ kind }) => kind ?? []).join(" ") || undefined}>
      <title>{markTitle(members)}</title>
      <line x1={line} x2={line} y1={text === "" ? MIDDLE + 9 : 3} y2={MARKER_ROW_HEIGHT_PX} strokeDasharray="2 3" className="stroke-ink-3" />
      <text x={share(x)} y={TEXT} textAnchor={anchor} className="fill-ink-2 font-mono text-xs">
        {text}
      </text>
    </g>
  );
}

function markTitle(members: readonly EventMarker[]): string {
  return oneLine(members.map(({ label, detail }) => joinParts([label, oneLine(detail)], ": ")));
}

function GapName({ gap: { text }, x, y }: { readonly gap: GapLabel; readonly x: string; readonly y: number }) {
  return (
    <text x={x} y={y} textAnchor="middle" data-gap-name="" className="fill-blind stroke-paper stroke-[3px] font-mono text-xs [paint-order:stroke]">
      {text}
    </text>
  );
}

/** Baseline of gap labels inside the plot, between the two numbers of the scale. Pixels from the top of the plot. */
const IN_PLOT = 42;

/** Continues the markers' dotted lines through the plot, from its top to `ground` in pixels, and labels gaps whose row above has a circle. */
export function MarkerRowLines({ layout: { circles, labels, gaps }, widthPx, ground }: MarkerRowLayoutProps & { readonly ground: number }) {
  const xs = [...circles.flatMap(({ markX }) => (markX > 0 ? markX : [])), ...labels.flatMap(({ markX }) => markX ?? [])];
  const share = (x: number) => svgPercent((x / widthPx) * 100);
  return (
    <>
      {[...new Set(xs.map(share))].map((x) => (
        <line key={x} x1={x} x2={x} y1="0" y2={ground} strokeDasharray="2 3" className="stroke-ink-3" />
      ))}
      {gaps.flatMap((gap) => (gap.isInPlot ? <GapName key={gap.x} gap={gap} x={share(gap.x)} y={IN_PLOT} /> : []))}
    </>
  );
}
