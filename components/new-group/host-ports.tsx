"use client";

import { useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Glyph } from "@/components/ui/glyph";
import type { HostKind } from "@/lib/client/host-text";
import { asItems, valueAt } from "@/lib/domain/preview/values";
import { OTHER_SHAPE } from "@/lib/format/new-group/field-words";
import { HOST_HINTS } from "@/lib/format/new-group/reach-words";
import { FIELD, FormRow } from "./form-row";
import { type GroupForm, notesAt, shownValue } from "./group-form";
import { typedValue } from "./text-row";

const PORTS = ["spec", "ports"] as const;

/** What is written of one port: a Service calls its number port, a ServiceEntry number. */
const NUMBER = { Service: "port", ServiceEntry: "number" } as const satisfies Record<HostKind, string>;

/** The ports of a new host: each with its name, the number that callers use, and the one on the machines. */
export function HostPorts({ form, kind }: { readonly form: GroupForm; readonly kind: HostKind }) {
  const id = useId();
  const ports = asItems(valueAt(form.value, PORTS));
  // A port is told from the next by its place in the list alone: its name may be typed anew.
  const places = Array.from(ports, (_, at) => at);
  const add = useRef<HTMLButtonElement>(null);
  const added = { name: `tcp-${ports.length + 1}`, [NUMBER[kind]]: 9000, ...(kind === "ServiceEntry" && { protocol: "TCP" }) };
  const isOnlyOne = ports.length === 1;
  const fields = ["name", NUMBER[kind], "targetPort"] as const;
  const isShown = ports.every((port) => fields.every((field) => shownValue(valueAt(port, [field])) !== null));
  const takeAway = (at: number) => {
    if (isOnlyOne) return;
    form.edit([[...PORTS, at], undefined]);
    // The button of the last one goes with it: the focus stays in the row.
    if (at === ports.length - 1) add.current?.focus();
  };
  return (
    <FormRow label="Ports" path={PORTS} id={id} notes={notesAt(form.notes, PORTS)} hint={isShown ? HOST_HINTS.ports : OTHER_SHAPE}>
      <ul aria-label="Ports of the host" className="grid gap-2">
        {places.map((at) => (
          <li key={at} className="grid grid-cols-[minmax(0,10rem)_minmax(0,5.5rem)_minmax(0,5.5rem)_auto] items-end gap-2">
            <PortField form={form} at={at} field="name" label="name" saidBy={id} />
            <PortField form={form} at={at} field={NUMBER[kind]} label="port" saidBy={id} />
            <PortField form={form} at={at} field="targetPort" label="target" saidBy={id} />
            <Button
              look="quiet"
              onClick={() => takeAway(at)}
              aria-label={`Take port ${at + 1} away`}
              aria-disabled={isOnlyOne}
              title={isOnlyOne ? HOST_HINTS.onlyPort : undefined}
            >
              <Glyph name="close" />
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button ref={add} onClick={() => form.edit([[...PORTS, ports.length], added])}>
          Add a port
        </Button>
      </div>
    </FormRow>
  );
}

interface PortFieldProps {
  readonly form: GroupForm;
  readonly at: number;
  readonly field: string;
  readonly label: string;
  readonly saidBy: string;
}

function PortField({ form, at, field, label, saidBy }: PortFieldProps) {
  const path = [...PORTS, at, field];
  const shown = shownValue(valueAt(form.value, path));
  return (
    <label className="grid gap-1 text-s text-ink-2">
      <span className={at === 0 ? "" : "sr-only"}>{label}</span>
      <input
        value={shown ?? ""}
        disabled={shown === null}
        onChange={(event) => form.edit([path, portValue(field, event.target.value)])}
        aria-label={`${label} of port ${at + 1}`}
        aria-describedby={saidBy}
        aria-invalid={notesAt(form.notes, path).some(({ level }) => level === "refuses")}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className={FIELD}
      />
    </label>
  );
}

/** A port has a name and a number, if only an empty one while it is typed: so they keep their places in the text. */
function portValue(field: string, typed: string): unknown {
  if (field === "name") return typed;
  return typedValue(typed, "number") ?? (field === "targetPort" ? undefined : "");
}
