"use client";

import { useId, useState } from "react";
import { Choice } from "@/components/ui/field";
import type { HostKind } from "@/lib/client/host-text";
import { type ExportTo, exportToEdit, exportToOf } from "@/lib/domain/new-group/export-to";
import { valueAt } from "@/lib/domain/preview/values";
import { EXPORT_WORDS, exportHint, HOST_HINTS } from "@/lib/format/new-group/reach-words";
import { FIELD, FormRow } from "./form-row";
import { type GroupForm, notesAt } from "./group-form";
import { HostPorts } from "./host-ports";
import { TextRow } from "./text-row";

interface HostFieldsProps {
  readonly form: GroupForm;
  readonly kind: HostKind;
  readonly namespace: string;
}

const NAME = ["metadata", "name"] as const;
const HOST = ["spec", "hosts", 0] as const;
const RESOLUTION = ["spec", "resolution"] as const;
const EXPORT_TO = ["spec", "exportTo"] as const;

/** What a new Service or ServiceEntry says, as fields that write into its text. */
export function HostFields({ form, kind, namespace }: HostFieldsProps) {
  const id = useId();
  // What the text says besides these is chosen by neither.
  const written = valueAt(form.value, RESOLUTION);
  const resolution = written === "DNS" || written === "STATIC" ? written : "other";
  return (
    <div className="grid gap-5">
      <TextRow form={form} label="Name" path={NAME} onText={(text) => form.edit([NAME, text])} hint={kind === "Service" ? HOST_HINTS.service : undefined} />
      {kind === "ServiceEntry" && <TextRow form={form} label="Host" path={HOST} onText={(text) => form.edit([HOST, text])} hint={HOST_HINTS.host} />}
      <HostPorts form={form} kind={kind} />
      {kind === "ServiceEntry" && (
        <>
          <FormRow label="Resolution" path={RESOLUTION} id={id} notes={notesAt(form.notes, RESOLUTION)}>
            <Choice label="How callers find a machine" value={resolution} options={RESOLUTIONS} onChange={(to) => form.edit([RESOLUTION, to])} />
          </FormRow>
          <ExportRow form={form} namespace={namespace} />
        </>
      )}
    </div>
  );
}

const RESOLUTIONS: readonly { readonly value: "STATIC" | "DNS" | "other"; readonly label: string }[] = [
  { value: "STATIC", label: HOST_HINTS.static },
  { value: "DNS", label: HOST_HINTS.dns },
];

const EXPORTS: readonly { readonly value: ExportTo["to"]; readonly label: string }[] = (["own", "named", "all"] as const).map((value) => ({
  ...{ value, label: EXPORT_WORDS[value] },
}));

/** To whom a ServiceEntry is told, and who cannot call it then. */
function ExportRow({ form, namespace }: Pick<HostFieldsProps, "form" | "namespace">) {
  const id = useId();
  const exported = exportToOf(valueAt(form.value, EXPORT_TO));
  const names = exported.to === "named" ? exported.names : [];
  const [isNaming, setIsNaming] = useState(false);
  const chosen = isNaming || exported.to === "named" ? "named" : exported.to;
  const choose = (to: ExportTo["to"]) => {
    setIsNaming(to === "named");
    if (to === "own" || to === "all") form.edit(exportToEdit(to, []));
  };
  return (
    <FormRow label="Callers" path={EXPORT_TO} id={id} notes={notesAt(form.notes, EXPORT_TO)} hint={exportHint(exported, namespace)}>
      <Choice label="Who may call it" value={chosen} options={EXPORTS} onChange={choose} />
      {chosen === "named" && (
        <label className="grid gap-1 text-s text-ink-2">
          Namespaces, with commas
          <input
            aria-describedby={id}
            defaultValue={names.filter((name) => name !== ".").join(", ")}
            onBlur={(event) => form.edit(exportToEdit("named", event.target.value.split(",")))}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className={FIELD}
          />
        </label>
      )}
    </FormRow>
  );
}
