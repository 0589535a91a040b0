import { clsx } from "clsx";
import { Section } from "@/components/ui/section";
import { TableHeads } from "@/components/ui/table-heads";
import { Link } from "@/lib/client/page-link";
import type { LabelChangeEffect, PreviewObject } from "@/lib/contract/answers/preview";
import { pagePaths } from "@/lib/contract/url/paths";
import { CASE_WORDS } from "@/lib/format/preview-words";
import { MOVES } from "./change-table";

type Taker = LabelChangeEffect["takers"][number];

interface TakerTableProps {
  readonly result: LabelChangeEffect;
  readonly object: PreviewObject;
  readonly cluster: string;
  readonly className?: string;
}

/** One result of other labels: the hosts that then take the machine, anew, still, or no longer. */
export function TakerTable({ result, object, cluster, className }: TakerTableProps) {
  const { title, says } = CASE_WORDS[result.case];
  return (
    <Section name={`labels-${result.case}`} title={title} {...(className !== undefined && { className })}>
      <p className="mt-2 max-w-[62em] text-s text-ink-2">{says}</p>
      {result.takers.length === 0 && <p className="mt-2 text-ink-2">No Service and no ServiceEntry in sight takes it.</p>}
      {result.takers.length > 0 && (
        <div className="mt-1 overflow-x-auto">
          <table className="table">
            <TableHeads of={[{ hidden: "What" }, "Host", "Port → on the machine", "Because"]} />
            <tbody>
              {result.takers.map((taker) => (
                <TakerRow key={`${taker.kind} ${taker.name}`} taker={taker} namespace={object.namespace} cluster={cluster} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

function TakerRow({ taker, namespace, cluster }: { readonly taker: Taker; readonly namespace: string; readonly cluster: string }) {
  const { move, kind, name, hosts, ports, because, leaves } = taker;
  return (
    <tr>
      <td className={clsx("font-medium", MOVES[move].tone)}>{MOVES[move].word}</td>
      <td>
        <Link prefetch={false} className="font-mono" href={pagePaths.host(cluster, kind, namespace, name)}>
          {hosts[0] ?? name}
        </Link>
        {hosts.length > 1 && <span className="text-ink-3"> and {hosts.length - 1} more</span>}
        {leaves !== "" && <span className="pl-2 text-bad">{LEFT[leaves]}</span>}
      </td>
      <td className="font-mono">{ports.map(({ name: port, number, before, after }) => `${number || port} → ${portPhrase(before, after, move)}`).join(", ")}</td>
      <td className="min-w-52 py-1 whitespace-normal! text-ink-2">{because}</td>
    </tr>
  );
}

const LEFT = {
  nobody: "is left with nobody",
  zone: "loses this zone",
  "perhaps-nobody": "has no other visible endpoint",
  "perhaps-zone": "has no other visible endpoint in this zone",
} as const;

function portPhrase(before: number | null, after: number | null, move: Taker["move"]): string {
  if (move === "goes") return "—";
  if (move === "stays" && before !== after) return `${before ?? "—"}, then ${after ?? "—"}`;
  return String(after ?? "—");
}
