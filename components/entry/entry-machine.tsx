"use client";

import { Age } from "@/components/table/times";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { SeenEntry } from "./use-last-seen";

/** The machine, in the fields of its spec. */
export function EntryMachine({ row, detail }: SeenEntry) {
  return (
    <Section title="The machine">
      <Facts>
        <Fact name="address" mono>
          {row.address || <None>none: this entry makes no endpoint</None>}
        </Fact>
        {row.host !== "" && (
          <Fact name="host" mono>
            {row.host}
          </Fact>
        )}
        <Fact name="network" mono>
          {row.network || <None>not set</None>}
        </Fact>
        <Fact name="locality" mono>
          {row.locality || <None>not set</None>}
        </Fact>
        <Fact name="account" mono>
          {detail.serviceAccount || <None>not set</None>}
        </Fact>
        <Fact name="weight">{detail.weight ?? <None>not set</None>}</Fact>
        <Fact name="ports" mono>
          {detail.ports.length === 0 ? (
            <None>none of its own: those of the service count</None>
          ) : (
            detail.ports.map(({ name, port }) => `${name} ${port}`).join(", ")
          )}
        </Fact>
        <Fact name="revision" mono>
          {row.revision || <None>not known</None>}
        </Fact>
        <Fact name="replica" mono>
          {row.controller || <None>none</None>}
          {detail.replica?.zone && <span className="text-ink-3"> in {detail.replica.zone}</span>}
        </Fact>
        <Fact name="age">
          <Age at={row.createdAt} />
        </Fact>
      </Facts>
    </Section>
  );
}

function None({ children }: { readonly children: string }) {
  return <span className="font-sans text-m text-ink-3">{children}</span>;
}
