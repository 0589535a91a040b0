"use client";

import { clsx } from "clsx";
import { useId, useRef } from "react";
import { Sentence } from "@/components/state/statement";
import type { ProbeMethod } from "@/lib/domain/group/workload-group";
import {
  type istiodDelaysOf,
  mergeProbeIntoFormValues,
  NO_PROBE_VALUES,
  PROBE_DEFAULTS,
  type ProbeNumberName,
  probeDelayStatement,
  probeDelays,
  probeMethod,
  probeMethodEdits,
} from "@/lib/domain/new-group/probe";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { valueAt } from "@/lib/domain/preview/values";
import { FIELD_HINTS } from "@/lib/format/new-group/field-words";
import { probeSentence, waitsWords } from "@/lib/format/new-group/probe-sentence";
import { FormRow } from "./form-row";
import { type GroupForm, notesAt } from "./group-form";
import { ProbePart } from "./probe-part";
import { ProbeTarget } from "./probe-target";

const PROBE: DocumentPath = ["spec", "probe"];

const METHODS = [
  ["httpGet", "HTTP"],
  ["tcpSocket", "TCP"],
  ["exec", "Command"],
  ["grpc", "gRPC"],
  ["none", "none"],
] as const satisfies readonly (readonly [ProbeMethod, string])[];

interface ProbeRowProps {
  readonly form: GroupForm;
  /** istiod's settings on which its times rest. */
  readonly waits: ReturnType<typeof istiodDelaysOf>;
}

/** How a machine's application is checked, with what comes of it in words. */
export function ProbeRow({ form, waits }: ProbeRowProps) {
  const id = useId();
  const probe = valueAt(form.value, PROBE);
  const method = probeMethod(probe);
  const typed = useRef(NO_PROBE_VALUES);
  const choose = (next: ProbeMethod) => {
    typed.current = mergeProbeIntoFormValues(typed.current, probe);
    form.edit(...probeMethodEdits(form.value, next, typed.current));
  };
  const times = probeDelays(method === "none" ? undefined : probe, waits);
  const hint =
    method === "grpc" ? FIELD_HINTS.grpc : <Sentence of={probeDelayStatement(times, waits)}>{`${probeSentence(times)} ${waitsWords(waits)}`}</Sentence>;
  return (
    <FormRow label="Health" path={PROBE} id={id} notes={notesAt(form.notes, PROBE)} hint={hint}>
      <Methods method={method} saidBy={id} onChoose={choose} />
      {method !== "none" && (
        <div className="flex flex-wrap items-center gap-2 text-s text-ink-2">
          <ProbeTarget form={form} method={method} />
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

interface MethodsProps {
  readonly method: ProbeMethod;
  readonly saidBy: string;
  readonly onChoose: (method: ProbeMethod) => void;
}

function Methods({ method, saidBy, onChoose }: MethodsProps) {
  return (
    <div
      role="radiogroup"
      aria-label="Kind of probe"
      aria-describedby={saidBy}
      className="flex w-max max-w-full flex-wrap rounded-control border border-line-2"
    >
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
          <input type="radio" name={saidBy} value={value} checked={value === method} onChange={() => onChoose(value)} className="absolute opacity-0" />
          {word}
          {value === "grpc" && <span className="sr-only"> (refused by Istio)</span>}
        </label>
      ))}
    </div>
  );
}

interface ProbeNumberProps {
  readonly form: GroupForm;
  readonly name: ProbeNumberName;
  readonly before: string;
  readonly after: string;
}

function ProbeNumberField({ form, name, before, after }: ProbeNumberProps) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true">{before}</span>
      <ProbePart
        form={form}
        label={`${before} (${after})`}
        path={[...PROBE, name]}
        as="number"
        className="max-w-16"
        placeholder={String(PROBE_DEFAULTS[name])}
      />
      <span aria-hidden="true">{after}</span>
    </span>
  );
}
