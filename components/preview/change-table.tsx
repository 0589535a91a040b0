import { clsx } from "clsx";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import type { PreviewEndpointChange, PreviewObject, PreviewPort, ServiceEditEffects } from "@/lib/contract/answers/preview";
import { pagePaths } from "@/lib/contract/url/paths";
import { noChangeWords } from "@/lib/format/preview-words";
import { formatNumber } from "@/lib/format/text/numbers";

interface ChangeTableProps {
  readonly preview: ServiceEditEffects;
  readonly object: PreviewObject;
  readonly cluster: string;
}

/** So many ports have a column of their own; the table below tells of all. */
const MOST_COLUMNS = 3;

/** Who comes and goes, where they answer, and why; those of whom the same is true in one row. */
export function ChangeTable({ preview, object, cluster }: ChangeTableProps) {
  const { changes, more, ports, moves, unseen } = preview;
  const shown = ports.slice(0, MOST_COLUMNS);
  const changed = changes.reduce((sum, { count }) => sum + count, more);
  return (
    <Section name="endpoint-changes" title="What changes" aside={`${formatNumber(changed)} of ${formatNumber(moves.stays + moves.comes + moves.goes)}`}>
      {changes.length === 0 && <p className="mt-3 text-ink-2">{noChangeWords(unseen)}</p>}
      {changes.length > 0 && (
        <div className="overflow-x-auto">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">
                  <span className="sr-only">What</span>
                </th>
                <th scope="col">Name</th>
                {shown.map((port) => (
                  <th key={port.name} scope="col" className="num">
                    Port {portNumber(port)}
                  </th>
                ))}
                <th scope="col">Because</th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <ChangeRow
                  key={JSON.stringify([change.move, change.kind, change.ports, change.because])}
                  change={change}
                  columns={shown.length}
                  namespace={object.namespace}
                  cluster={cluster}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {more > 0 && <p className="mt-2 text-s text-ink-3">{formatNumber(more)} more change, each for a reason of its own.</p>}
    </Section>
  );
}

function portNumber({ after, before, name }: PreviewPort): string {
  return String(after ?? before ?? name);
}

interface ChangeRowProps {
  readonly change: PreviewEndpointChange;
  readonly columns: number;
  readonly namespace: string;
  readonly cluster: string;
}

function ChangeRow({ change: { move, kind, count, members, ports, because }, columns, namespace, cluster }: ChangeRowProps) {
  const [first, ...others] = members;
  return (
    <tr>
      <td className={clsx("font-medium", MOVES[move].tone)}>{MOVES[move].word}</td>
      <td>
        <span className="font-mono">
          {first !== undefined && first.uid !== "" ? (
            <Link prefetch={false} href={pagePaths.entry(cluster, namespace, first.name, first.uid)}>
              {first.name}
            </Link>
          ) : (
            first?.name
          )}
        </span>
        {kind !== "entry" && <span className="text-ink-3"> {kind}</span>}
        {count > 1 && (
          <details className="inline-block pl-1.5 align-top">
            <summary className="text-ink-3 hover:text-ink">{formatNumber(count - 1)} more</summary>
            <span className="block font-mono text-s text-ink-2">
              {others.map(({ name, uid }) => (
                <span key={`${name} ${uid}`} className="block">
                  {name}
                </span>
              ))}
              {count > members.length && <span className="block text-ink-3">and {formatNumber(count - members.length)} more</span>}
            </span>
          </details>
        )}
      </td>
      {ports.slice(0, columns).map(({ name, before, after }) => (
        <td key={name} className="num font-mono">
          {before === after ? (after ?? "—") : `${before ?? "—"} → ${after ?? "—"}`}
        </td>
      ))}
      <td className="min-w-52 py-1 whitespace-normal! text-ink-2">{because}</td>
    </tr>
  );
}

export const MOVES = {
  goes: { word: "goes", tone: "text-bad" },
  comes: { word: "comes", tone: "text-accent" },
  stays: { word: "stays", tone: "text-ink-2" },
} as const;
