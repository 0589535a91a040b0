"use client";

import { Sentence } from "@/components/state/statement";
import { DataTable } from "@/components/table/data-table";
import type { WindowedView } from "@/components/table/use-windowed-view";
import { Section } from "@/components/ui/section";
import type { SingleZoneHead, SingleZoneKind, SingleZoneRow } from "@/lib/contract/views/localities";
import { zoneSpreadStatement } from "@/lib/domain/statements/localities";
import { nobodyInOneZone, spreadWords, untoldWords } from "@/lib/format/places/single-zone-words";
import { singleZoneColumns, singleZoneSignature } from "./single-zone-columns";

interface SingleZoneSectionProps {
  readonly of: SingleZoneKind;
  readonly view: WindowedView<SingleZoneHead, SingleZoneRow>;
}

const TITLES = { group: "Groups in one zone only", host: "Hosts in one zone only" } as const satisfies Record<SingleZoneKind, string>;

/** Groups, or hosts, that are in one zone only, most depended on first; how many zones the others are in stands beside the title. */
export function SingleZoneSection({ of, view }: SingleZoneSectionProps) {
  const { head } = view;
  if (head === null) return null;
  const nobody = nobodyInOneZone(head, of);
  return (
    <Section name={`single-zone-${of}`} title={TITLES[of]} aside={head.of === 0 ? undefined : <Spread of={of} head={head} />}>
      {head.total > 0 && (
        <DataTable
          caption={TITLES[of]}
          columns={singleZoneColumns[of]}
          rows={view.rows}
          offset={view.offset}
          total={head.total}
          page={`${view.query} ${view.limit}`}
          signatureOf={singleZoneSignature}
          onWindow={view.onWindow}
        />
      )}
      {head.total === 0 && nobody !== "" && <p className="mt-2.5 text-ink-2">{nobody}</p>}
      {head.untold > 0 && <p className="mt-2.5 text-blind">{untoldWords(head.untold, of)}</p>}
    </Section>
  );
}

function Spread({ of, head }: { readonly of: SingleZoneKind; readonly head: SingleZoneHead }) {
  return (
    <>
      <Sentence of={zoneSpreadStatement(of, head)}>{spreadWords(head, of)}</Sentence> · most depended on first
    </>
  );
}
