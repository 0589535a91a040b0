import { Checkbox } from "@/components/ui/checkbox";
import type { ProbeMethod } from "@/lib/domain/group/workload-group";
import { formatProbeHeaders, parseProbeHeaders } from "@/lib/domain/new-group/probe";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { asItems, valueAt } from "@/lib/domain/preview/values";
import { FIELD_HINTS, OTHER_SHAPE } from "@/lib/format/new-group/field-words";
import { FIELD } from "./form-row";
import { type GroupForm, notesAt, shownValue } from "./group-form";
import { ProbePart } from "./probe-part";

interface ProbeTargetProps {
  readonly form: GroupForm;
  readonly method: Exclude<ProbeMethod, "none">;
}

/** What a probe asks, by its method. */
export function ProbeTarget({ form, method }: ProbeTargetProps) {
  if (method === "exec") return <Command form={form} />;
  const at = (field: string): DocumentPath => ["spec", "probe", method, field];
  return (
    <>
      {method === "httpGet" && (
        <>
          <ProbePart form={form} label="Path of the probe" path={at("path")} className="max-w-36" placeholder="/" />
          on
        </>
      )}
      {method !== "httpGet" && "port"}
      <ProbePart form={form} label="Port of the probe" path={at("port")} as="number" className="max-w-20" />
      {method !== "grpc" && (
        <span className="inline-flex min-w-0 items-center gap-2">
          of
          <ProbePart form={form} label="Host of the probe" path={at("host")} className="max-w-44" placeholder="the machine itself" />
        </span>
      )}
      {method === "httpGet" && <Request form={form} at={at} />}
    </>
  );
}

/** What only a request over HTTP has. */
function Request({ form, at }: { readonly form: GroupForm; readonly at: (field: string) => DocumentPath }) {
  const isSecure = valueAt(form.value, at("scheme")) === "HTTPS";
  return (
    <>
      <Checkbox label="HTTPS" checked={isSecure} onChange={(event) => form.edit([at("scheme"), event.target.checked ? "HTTPS" : undefined])} />
      <Headers form={form} path={at("httpHeaders")} />
    </>
  );
}

function Headers({ form, path }: { readonly form: GroupForm; readonly path: DocumentPath }) {
  const lines = formatProbeHeaders(valueAt(form.value, path));
  const write = (typed: string) => {
    const headers = parseProbeHeaders(typed);
    if (typed !== lines) form.edit([path, headers.length === 0 ? undefined : headers]);
  };
  return (
    <details className="w-full" open={lines === null || lines !== "" || notesAt(form.notes, path).length > 0}>
      <summary className="cursor-pointer hover:text-ink max-desk:min-h-11">Headers</summary>
      <label className="grid gap-1">
        {lines === null ? OTHER_SHAPE : FIELD_HINTS.headers}
        <textarea
          // Another text than the one that was typed begins anew.
          key={lines}
          rows={2}
          defaultValue={lines ?? ""}
          disabled={lines === null}
          onBlur={(event) => write(event.target.value)}
          aria-invalid={notesAt(form.notes, path).length > 0}
          autoCapitalize="off"
          spellCheck={false}
          className={`${FIELD} h-auto! py-1.5`}
        />
      </label>
    </details>
  );
}

function Command({ form }: { readonly form: GroupForm }) {
  const path = ["spec", "probe", "exec", "command"];
  const parts = asItems(valueAt(form.value, path)).map((part) => shownValue(part) ?? "");
  return (
    <label className="grid w-full gap-1">
      {FIELD_HINTS.exec}
      <textarea
        rows={Math.max(2, parts.length)}
        value={parts.join("\n")}
        onChange={(event) => form.edit([path, event.target.value === "" ? [] : event.target.value.split("\n")])}
        autoCapitalize="off"
        spellCheck={false}
        className={`${FIELD} h-auto! py-1.5`}
      />
    </label>
  );
}
