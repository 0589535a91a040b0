"use client";

import { useId } from "react";
import type { ServiceDetail } from "@/lib/contract/views/service";
import { CALLER_KINDS } from "@/lib/format/host/caller-words";
import type { HostUrl } from "./use-host-url";

interface CallerPickerProps {
  readonly detail: ServiceDetail;
  readonly url: HostUrl;
}

const KINDS = ["sidecar", "gateway", "outside"] as const;

/** The caller: its kind, namespace, locality and network, stored in the address. Another kind begins with the default caller of that kind. */
export function CallerPicker({ detail, url }: CallerPickerProps) {
  const { seenFrom, choices } = detail;
  const { kind, namespace, locality, network, parts, isChosen } = seenFrom;
  const from = { namespace, locality, network };
  const set = (change: Partial<typeof from>) => url.go({ from: { ...from, ...change } });
  const noneOf = (part: "locality" | "network") => (parts.some((one) => one.part === part && !one.isRead) ? `${part} not known` : `no ${part}`);
  const asKind = (index: string) => {
    const caller = KINDS[Number(index)] ?? "sidecar";
    url.go(isChosen ? { caller } : { caller, from });
  };
  return (
    <span className="flex flex-wrap gap-1">
      <Choice label="namespace" value={namespace} values={choices.namespaces} onChoose={(value) => set({ namespace: value })} />
      {kind !== "outside" && (
        <>
          <Choice label="locality" value={locality} values={choices.localities} none={noneOf("locality")} onChoose={(value) => set({ locality: value })} />
          <Choice label="network" value={network} values={choices.networks} none={noneOf("network")} onChoose={(value) => set({ network: value })} />
        </>
      )}
      <Select label="kind" value={KINDS.indexOf(kind)} texts={KINDS.map((one) => CALLER_KINDS[one])} onChoose={asKind} />
    </span>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  /** The text for "". */
  readonly none?: string;
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, values, none, onChoose }: ChoiceProps) {
  const all = [...new Set([...(none === undefined ? [] : [""]), ...values, value])];
  const texts = all.map((one) => (one === "" ? (none ?? "none") : one));
  return <Select label={label} value={all.indexOf(value)} texts={texts} onChoose={(index) => onChoose(all[Number(index)] ?? "")} />;
}

interface SelectProps {
  readonly label: string;
  readonly value: number;
  readonly texts: readonly string[];
  readonly onChoose: (index: string) => void;
}

function Select({ label, value, texts, onChoose }: SelectProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        The caller&apos;s {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        className="h-7 max-w-40 rounded-control border border-line-2 bg-raised px-1.5 text-s font-medium text-ink max-desk:h-11"
      >
        {texts.map((text, index) => (
          <option key={text} value={index}>
            {text}
          </option>
        ))}
      </select>
    </>
  );
}
