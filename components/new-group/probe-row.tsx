"use client";

import { clsx } from "clsx";
import { useId } from "react";
import { type ProbeMethod, probeEdits, probeMethod } from "@/lib/domain/new-group/probe-method";
import { PROBE_DEFAULTS, type ProbeNumber, probeTimes } from "@/lib/domain/new-group/probe-times";
import type { Path } from "@/lib/domain/preview/finding";
import { itemsOf } from "@/lib/domain/preview/values";
import { FIELD_HINTS } from "@/lib/format/new-group/field-words";
import { probeSentence } from "@/lib/format/new-group/probe-sentence";
import { FIELD, FormRow } from "./form-row";
import { type GroupForm, notesAt, shownValue, valueAt } from "./group-form";
import { typedValue } from "./text-row";

const PROBE: Path = ["spec", "probe"];

const METHODS = [
  ["httpGet", "HTTP"],
  ["tcpSocket", "TCP"],
  ["exec", "Command"],
  ["grpc", "gRPC"],
  ["none", "none"],
] as const satisfies readonly (readonly [ProbeMethod, string])[];

/** How a machine's application is checked, with what comes of it in words. */
export function ProbeRow({ form }: { readonly form: GroupForm }) {
  const id = useId();
  const probe = valueAt(form.value, PROBE);
  const method = probeMethod(probe);
  const sentence = probeSentence(probeTimes(method === "none" ? undefined : probe));
  return (
    <FormRow label="Health" id={id} notes={notesAt(form.notes, PROBE)} hint={method === "grpc" ? FIELD_HINTS.grpc : sentence}>
      <div role="radiogroup" aria-label="Kind of probe" aria-describedby={id} className="flex w-max max-w-full flex-wrap rounded-control border border-line-2">
        {METHODS.map(([value, word]) => (
          <label
            key={value}
            title={value === "grpc" ? FIELD_HINTS.grpc : undefined}
            className={clsx(
              "flex h-[26px] cursor-pointer items-center px-2.5 text-s has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent max-desk:h-11",
              value === method ? "bg-ink font-medium text-paper" : "text-ink-2 hover:text-ink",
              value === "grpc" && "line-through",
            )}
          >
            <input
              type="radio"
              name={id}
              checked={value === method}
              onChange={() => form.edit(...probeEdits(form.value, value))}
              className="absolute opacity-0"
            />
            {word}
            {value === "grpc" && <span className="sr-only"> (refused by Istio)</span>}
          </label>
        ))}
      </div>
      {method !== "none" && (
        <div className="flex flex-wrap items-center gap-2 text-s text-ink-2">
          <Target form={form} method={method} />
          <ProbeNumberField form={form} name="periodSeconds" before="every" after="s" />
          <ProbeNumberField form={form} name="timeoutSeconds" before="each within" after="s" />
          <ProbeNumberField form={form} name="failureThreshold" before="out after" after="failures" />
          <ProbeNumberField form={form} name="successThreshold" before="back after" after="successes" />
          <ProbeNumberField form={form} name="initialDelaySeconds" before="first after" after="s" />
        </div>
      )}
    </FormRow>
  );
}

function Target({ form, method }: { readonly form: GroupForm; readonly method: Exclude<ProbeMethod, "none"> }) {
  if (method === "exec") return <Command form={form} />;
  return (
    <>
      {method === "httpGet" && (
        <>
          <Part form={form} label="Path of the probe" path={[...PROBE, method, "path"]} className="max-w-36" placeholder="/" />
          on
        </>
      )}
      {method !== "httpGet" && "port"}
      <Part form={form} label="Port of the probe" path={[...PROBE, method, "port"]} as="number" className="max-w-20" />
    </>
  );
}

function Command({ form }: { readonly form: GroupForm }) {
  const path = [...PROBE, "exec", "command"];
  const parts = itemsOf(valueAt(form.value, path)).map((part) => shownValue(part) ?? "");
  return (
    <label className="grid w-full gap-1">
      {FIELD_HINTS.exec}
      <textarea
        rows={Math.max(2, parts.length)}
        value={parts.join("\n")}
        onChange={(event) => form.edit([path, event.target.value === "" ? [] : event.target.value.split("\n")])}
        spellCheck={false}
        className={`${FIELD} h-auto! py-1.5`}
      />
    </label>
  );
}

interface ProbeNumberProps {
  readonly form: GroupForm;
  readonly name: ProbeNumber;
  readonly before: string;
  readonly after: string;
}

function ProbeNumberField({ form, name, before, after }: ProbeNumberProps) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true">{before}</span>
      <Part form={form} label={`${before} (${after})`} path={[...PROBE, name]} as="number" className="max-w-16" placeholder={String(PROBE_DEFAULTS[name])} />
      <span aria-hidden="true">{after}</span>
    </span>
  );
}

interface PartProps {
  readonly form: GroupForm;
  readonly label: string;
  readonly path: Path;
  readonly as?: "text" | "number";
  readonly className: string;
  readonly placeholder?: string;
}

function Part({ form, label, path, as = "text", className, placeholder }: PartProps) {
  const shown = shownValue(valueAt(form.value, path));
  return (
    <input
      aria-label={label}
      value={shown ?? ""}
      disabled={shown === null}
      placeholder={placeholder}
      onChange={(event) => form.edit([path, typedValue(event.target.value, as)])}
      aria-invalid={notesAt(form.notes, path).length > 0}
      autoComplete="off"
      spellCheck={false}
      className={`${FIELD} ${className}`}
    />
  );
}
