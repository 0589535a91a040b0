"use client";

import { useId } from "react";
import { MeshModeSwitch } from "@/components/state/mesh-mode-switch";
import type { NetworksHead } from "@/lib/contract/views/networks";
import { callersName } from "@/lib/format/networks/network-name";
import type { NetworksUrl } from "./use-networks-url";

/** From which network callers look, of which cluster, and in which mode: kept in the address. */
export function CallerChoice({ head, url }: { readonly head: NetworksHead; readonly url: NetworksUrl }) {
  const { graph, callers, meshes } = head;
  const { mode } = url.query;
  const clusters = meshes.map(({ cluster }) => cluster);
  return (
    <span id="callers" className="flex flex-wrap items-center gap-1.5">
      {clusters.length > 1 && (
        <Choice
          label="The cluster that is drawn"
          value={graph?.cluster ?? null}
          values={clusters}
          onChoose={(of) => url.go({ of: of ?? "" })}
          worded={(cluster) => cluster ?? ""}
        />
      )}
      <Choice
        label="The network that callers are in"
        value={url.query.from ?? graph?.from ?? null}
        values={callers}
        onChoose={(from) => url.go({ from })}
        worded={(network) => `from ${callersName(network)}`}
      />
      <MeshModeSwitch mode={mode} onMode={(one) => url.go({ mode: one })} />
    </span>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** Null = none of them. */
  readonly value: string | null;
  readonly values: readonly string[];
  readonly onChoose: (value: string | null) => void;
  readonly worded: (value: string | null) => string;
}

function Choice({ label, value, values, onChoose, worded }: ChoiceProps) {
  const id = useId();
  const all: readonly (string | null)[] = [...(value === null ? [null] : []), ...[...new Set([...(value === null ? [] : [value]), ...values])].sort()];
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={all.indexOf(value)}
        onChange={({ target }) => onChoose(all[Number(target.value)] ?? null)}
        className="h-7 max-w-56 rounded-control border border-line-2 bg-raised px-1.5 text-s font-medium text-ink max-desk:h-11"
      >
        {all.map((one, index) => (
          <option key={JSON.stringify(one)} value={index}>
            {worded(one)}
          </option>
        ))}
      </select>
    </>
  );
}
