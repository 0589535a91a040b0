"use client";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { MAX_BUNDLE_MACHINES } from "@/lib/contract/answers/bundle";
import { aMachine, type MachineDraft } from "./bundle-draft";
import { ListField } from "./list-field";
import type { DraftProps } from "./mesh-fields";

type MachineField = Exclude<keyof MachineDraft, "id">;

/** The machines, a folder each, and what is so for all of them. */
export function MachineFields({ draft, onChange, problemAt, group }: Omit<DraftProps, "start"> & { readonly group: string }) {
  const { machines } = draft;
  const change = (index: number, part: Partial<(typeof machines)[number]>) =>
    onChange({ machines: machines.map((machine, at) => (at === index ? { ...machine, ...part } : machine)) });
  const add = () => onChange({ machines: [...machines, aMachine(group, machines)] });
  return (
    <Section name="machine-fields" title="Machines" aside="a folder each">
      <div className="mt-2 flex flex-wrap gap-x-6">
        <Checkbox
          label="Register by itself: istiod makes its entry"
          checked={draft.autoRegister}
          onChange={(event) => onChange({ autoRegister: event.target.checked })}
        />
        <Checkbox
          label="Capture DNS: names of the mesh resolve on the machine"
          checked={draft.captureDns}
          onChange={(event) => onChange({ captureDns: event.target.checked })}
        />
      </div>
      <ol className="mt-1">
        {machines.map((machine, index) => {
          const props = (name: MachineField) => ({
            value: machine[name],
            problem: problemAt(`machines.${index}.${name}`),
            onChange: (value: string) => change(index, { [name]: value }),
          });
          return (
            <li key={machine.id} aria-label={`Machine ${index + 1}`} className="grid gap-x-5 gap-y-2 border-b border-line py-3 desk:grid-cols-3">
              <Field label="Folder" {...props("name")} />
              <Field label="Internal IP" hint="empty: its first address" {...props("internalIp")} />
              <Field label="External IP" hint="where callers reach it from outside its network" {...props("externalIp")} />
              <Field label="Labels of its own" hint="key=value, with commas" {...props("labels")} />
              <Field label="Locality" hint="region/zone/subzone; empty: as its cloud says" {...props("locality")} />
              {machines.length > 1 && (
                <Button className="self-center justify-self-start" onClick={() => onChange({ machines: machines.filter((_, at) => at !== index) })}>
                  Remove machine {index + 1}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      {machines.length < MAX_BUNDLE_MACHINES && (
        <Button className="mt-3" onClick={add}>
          Add a machine
        </Button>
      )}
      <ListField draft={draft} onChange={onChange} group={group} />
    </Section>
  );
}
