"use client";

import { Age } from "@/components/table/times";
import { Fact, Facts, None, ReadAs } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { addressReachPhrase } from "@/lib/format/address-reach-words";
import { localityNote, weightNote } from "@/lib/format/workload-words";
import type { SeenEntry } from "./use-last-seen";

/** The machine, in the fields of its spec. */
export function EntryMachine({ row, detail }: SeenEntry) {
  return (
    <Section name="machine" title="The machine">
      <Facts>
        <Fact field="address" name="address" mono>
          {row.address || <None>{noAddress({ row, detail })}</None>}
        </Fact>
        {row.host !== "" && (
          <Fact field="host" name="host" mono>
            {row.host}
          </Fact>
        )}
        <Fact field="network" name="network" mono>
          {row.network || <None>not set</None>}
        </Fact>
        <Fact field="locality" name="locality" mono>
          {row.locality || <None>not set</None>}
        </Fact>
        <ReadAs field="locality-reading" note={localityNote({ locality: row.locality, from: detail.localityFrom, byVersion: detail.localityByVersion })} />
        <Fact field="account" name="account" mono>
          {detail.serviceAccount || <None>not set</None>}
        </Fact>
        <Fact field="weight" name="weight">
          {detail.weight ?? <None>not set</None>}
        </Fact>
        <ReadAs field="weight-reading" note={weightNote(detail.weight)} />
        <Fact field="ports" name="ports" mono>
          {detail.ports.length === 0 ? (
            <None>none of its own: those of the service count</None>
          ) : (
            detail.ports.map(({ name, port }) => `${name} ${port}`).join(", ")
          )}
        </Fact>
        <Fact field="revision" name="revision" mono>
          {row.revision || <None>not known</None>}
        </Fact>
        <Fact field="replica" name="replica" mono>
          {row.controller || <None>none</None>}
          {detail.replica?.zone && <span className="text-ink-3"> in {detail.replica.zone}</span>}
        </Fact>
        <Fact field="age" name="age">
          <Age at={row.createdAt} />
        </Fact>
      </Facts>
    </Section>
  );
}

function noAddress({ row: { network }, detail: { addressReach: reach } }: SeenEntry): string {
  return reach === null ? "none" : `none: ${addressReachPhrase({ network, reach })}`;
}
