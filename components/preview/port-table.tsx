import { clsx } from "clsx";
import { Section } from "@/components/ui/section";
import { TableHeads } from "@/components/ui/table-heads";
import type { PreviewPort } from "@/lib/contract/answers/preview";
import { formatNumber } from "@/lib/format/text/numbers";

/** Where each port of the object ends, before and after, with the rule that gave it. */
export function PortTable({ ports }: { readonly ports: readonly PreviewPort[] }) {
  if (ports.every(({ ends }) => ends.length === 0)) return null;
  return (
    <Section name="ports" title="Ports" aside="what a caller asks for, and where it ends">
      <div className="overflow-x-auto">
        <table className="table">
          <TableHeads of={[["Port", "num"], "Name", ["Ends at", "num"], ["Before", "num"], ["After", "num"], "Because"]} />
          <tbody>
            {ports.flatMap((port) =>
              port.ends.map((end, at) => <PortRow key={`${port.name} ${end.port} ${end.because}`} port={port} end={end} isFirst={at === 0} />),
            )}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

interface PortRowProps {
  readonly port: PreviewPort;
  readonly end: PreviewPort["ends"][number];
  readonly isFirst: boolean;
}

function PortRow({ port: { name, before, after }, end, isFirst }: PortRowProps) {
  const number = before === after || before === null || after === null ? String(after ?? before) : `${before} → ${after}`;
  return (
    <tr>
      <td className="num font-mono">{isFirst && number}</td>
      <td className="font-mono">{isFirst && name}</td>
      <td className={clsx("num font-mono", end.port === null && "text-bad")}>{end.port ?? "nowhere"}</td>
      <td className="num text-ink-2">{formatNumber(end.before)}</td>
      <td className={clsx("num", end.after < end.before && end.after === 0 ? "text-bad" : "text-ink-2")}>{formatNumber(end.after)}</td>
      <td className="min-w-52 py-1 whitespace-normal! text-ink-2">{end.because}</td>
    </tr>
  );
}
