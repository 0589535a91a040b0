import { TableHeads } from "@/components/ui/table-heads";
import type { ServiceDetail } from "@/lib/contract/views/service";
import { kindsPhrase } from "@/lib/format/host/kind-counts";
import { placePhrase } from "@/lib/format/host/place-phrase";
import { shortLocality } from "@/lib/format/workload-words";
import { KindMark } from "./kind-mark";

type Steps = ServiceDetail["seenFrom"]["steps"];
type Place = Steps[number][number];

const ORDER = ["first", "then"] as const;

/** The places in the order in which they are asked, who is there, and the share of the requests that each takes by weight. */
export function PlaceOrder({ steps, port }: { readonly steps: Steps; readonly port: string }) {
  return (
    <table className="table mt-2 [&_td]:py-1 [&_td]:whitespace-normal">
      <caption className="sr-only">The order in which places are asked on port {port}</caption>
      <TableHeads of={["ORDER", "WHERE", "WHO", ["SHARE", "num"]]} />
      <tbody>
        {rowsOf(steps).map(({ key, place, step, isFirst }) => (
          <tr key={key}>
            <td className="text-ink-2">{isFirst && ORDER[Math.min(step, 1)]}</td>
            <td className="font-mono text-s" title={place.locality}>
              {placePhrase(shortLocality(place.locality))}
            </td>
            <td>
              <Who place={place} />
            </td>
            <td className="num">{step === 0 ? percent(place.share) : <span className="text-ink-3">0 %</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One row for each place; a locality may be asked at several steps. */
function rowsOf(steps: Steps) {
  return steps.flatMap((places, step) =>
    places.map((place, index) => ({ key: [step, place.locality, ...place.gateways].join(" "), place, step, isFirst: index === 0 })),
  );
}

const CELLS = 24;

function Who({ place: { of, gateways, behindGateways } }: { readonly place: Place }) {
  const marks = [
    ...repeated("machine", of.machines),
    ...repeated("pod", of.pods),
    ...repeated("address", of.addresses),
    ...repeated("inline", of.inline),
    ...repeated("name", of.names),
  ];
  const words = [
    of.machines + of.pods + of.inline + of.addresses > 0 ? kindsPhrase(of) : "",
    gateways.length > 0 ? `${kindsPhrase(behindGateways)} behind ${gateways.join(", ")}` : "",
  ].filter((part) => part !== "");
  const drawn = marks.length > 0 && marks.length <= CELLS && gateways.length === 0;
  return (
    <span title={words.join("; ")}>
      {drawn && (
        <span className="flex max-w-32 flex-wrap gap-[2px]" aria-hidden="true">
          {marks.map(({ kind, key }) => (
            <KindMark key={key} kind={kind} />
          ))}
        </span>
      )}
      <span className={drawn ? "sr-only" : "text-s break-all text-ink-2"}>{words.join("; ")}</span>
    </span>
  );
}

function repeated(kind: "machine" | "pod" | "address" | "inline" | "name", count: number) {
  return Array.from({ length: count }, (_, index) => ({ kind, key: `${kind} ${index}` }));
}

function percent(share: number | null): string {
  if (share === null) return "not known";
  const rounded = Math.round(share * 100);
  return share > 0 && rounded === 0 ? "< 1 %" : `${rounded} %`;
}
