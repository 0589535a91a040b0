"use client";

import { useId } from "react";
import type { HostDetail } from "@/lib/contract/host";
import type { HostUrl } from "./use-host-url";

interface CallerPickerProps {
  readonly detail: HostDetail;
  readonly url: HostUrl;
}

/** Who asks: a namespace, a place and a network, kept in the address. */
export function CallerPicker({ detail, url }: CallerPickerProps) {
  const { seenFrom, choices } = detail;
  const { namespace, locality, network } = seenFrom;
  const set = (change: Partial<typeof asked>) => url.go({ from: { ...asked, ...change } });
  const asked = { namespace, locality, network };
  return (
    <span className="flex flex-wrap gap-1">
      <Choice label="namespace" value={namespace} values={choices.namespaces} onChoose={(value) => set({ namespace: value })} />
      <Choice label="locality" value={locality} values={choices.localities} none="no locality" onChoose={(value) => set({ locality: value })} />
      <Choice label="network" value={network} values={choices.networks} none="no network" onChoose={(value) => set({ network: value })} />
    </span>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  /** What stands for "". */
  readonly none?: string;
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, values, none, onChoose }: ChoiceProps) {
  const id = useId();
  const all = [...new Set([...(none === undefined ? [] : [""]), value, ...values])];
  return (
    <>
      <label htmlFor={id} className="sr-only">
        The caller&apos;s {label}
      </label>
      <select
        id={id}
        value={all.indexOf(value)}
        onChange={({ target }) => onChoose(all[Number(target.value)] ?? "")}
        className="h-7 max-w-40 rounded-control border border-line-2 bg-raised px-1.5 text-s font-medium text-ink max-desk:h-11"
      >
        {all.map((one, index) => (
          <option key={one} value={index}>
            {one === "" ? (none ?? "none") : one}
          </option>
        ))}
      </select>
    </>
  );
}
