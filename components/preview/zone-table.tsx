import { clsx } from "clsx";
import { Section } from "@/components/ui/section";
import type { PreviewEndpointCount, PreviewZone, ServiceEditEffects } from "@/lib/contract/answers/preview";
import { noEndpointsWords } from "@/lib/format/preview-words";
import { formatNumber } from "@/lib/format/text/numbers";

/** So many cells of one look are drawn; the numbers beside them tell of all. */
const MOST_CELLS = 160;

const LEGEND = [
  { look: "cell-good", word: "stays" },
  { look: "cell-comes", word: "comes" },
  { look: "cell-gone", word: "goes" },
] as const;

/** Endpoints by zone, before and after: a cell for each machine (square), Pod (round), and inline endpoint or address of an EndpointSlice (diamond). */
export function ZoneTable({ zones, unseen }: Pick<ServiceEditEffects, "zones" | "unseen">) {
  return (
    <Section
      name="zones"
      className="mt-0!"
      title="Before and after"
      aside={
        <span className="flex flex-wrap gap-x-4">
          {LEGEND.map(({ look, word }) => (
            <span key={word} className="flex items-center gap-1.5">
              <i className={`cell ${look}`} aria-hidden="true" />
              {word}
            </span>
          ))}
        </span>
      }
    >
      {zones.length === 0 && <p className="mt-3 text-ink-2">{noEndpointsWords(unseen)}</p>}
      <ul>
        {zones.map((zone) => (
          <ZoneRow key={zone.zone ?? "not known"} zone={zone} />
        ))}
      </ul>
    </Section>
  );
}

function ZoneRow({ zone: { zone, before, after, cells } }: { readonly zone: PreviewZone }) {
  const isLost = zone !== null && before > 0 && after === 0;
  return (
    <li
      data-zone={zone ?? "not known"}
      data-before={before}
      data-after={after}
      className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-[18px] border-b border-line py-2.5 max-desk:grid-cols-1 max-desk:gap-y-1.5"
    >
      <div>
        <div className={clsx("truncate", zone === null ? "text-blind" : zone === "" ? "text-ink-3" : "font-mono")} title={zone ?? ""}>
          {zone === null ? "zone not known" : zone === "" ? "no zone" : zone}
        </div>
        <div className={clsx("text-xs tabular-nums", isLost ? "font-medium text-bad" : "text-ink-3")}>
          {formatNumber(before)} → {formatNumber(after)}
          <span className="sr-only"> answer; {cells.map(({ count, move }) => `${count} ${move}`).join(", ")}</span>
        </div>
      </div>
      <div aria-hidden="true" className="flex flex-wrap content-start gap-[3px]">
        {cells.map((group) => (
          <CellGroup key={`${group.move} ${group.kind} ${group.state}`} group={group} />
        ))}
      </div>
    </li>
  );
}

function CellGroup({ group: { move, kind, state, count } }: { readonly group: PreviewEndpointCount }) {
  const look = clsx("cell", kind === "pod" && "rounded-full!", (kind === "inline" || kind === "address") && "scale-75 rotate-45", LOOKS[move](state));
  const drawn = Math.min(count, MOST_CELLS);
  return (
    <>
      {placesTo(drawn).map((place) => (
        <i key={place} className={look} title={TITLES[move][state]} />
      ))}
      {count > drawn && <span className="text-xs text-ink-3">+{formatNumber(count - drawn)}</span>}
    </>
  );
}

/** Cells of one look are one like the other: each is named by its place. */
function placesTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at);
}

const STAYS = { answers: "cell-good", doubt: "cell-blind", silent: "cell-idle" } as const;

const LOOKS = {
  stays: (state: PreviewEndpointCount["state"]) => STAYS[state],
  comes: (state: PreviewEndpointCount["state"]) => (state === "silent" ? "cell-comes opacity-50" : "cell-comes"),
  goes: (state: PreviewEndpointCount["state"]) => (state === "silent" ? "cell-gone opacity-50" : "cell-gone"),
} as const;

const TITLES = {
  stays: { answers: "stays", doubt: "stays, unverified", silent: "stays, and does not answer now" },
  comes: { answers: "comes", doubt: "comes, unverified", silent: "comes, and does not answer now" },
  goes: { answers: "goes", doubt: "goes, unverified", silent: "goes, and does not answer now" },
} as const;
