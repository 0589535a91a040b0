import type { Edit } from "@/lib/domain/new-group/probe-method";
import type { Path } from "@/lib/domain/preview/finding";
import type { Preset } from "./guard-rails";

const LABELS: Path = ["spec", "metadata", "labels"];
const TEMPLATE: Path = ["spec", "template"];

/** What a preset writes into the text of a new group. */
export function presetEdits({ labels, network, locality, serviceAccount, ports, probe }: Preset): readonly Edit[] {
  const texts = Object.entries({ serviceAccount, network, locality }).filter((pair): pair is [string, string] => pair[1] !== null);
  return [
    ...Object.entries(labels).map(([key, value]): Edit => [[...LABELS, key], value]),
    ...texts.map(([field, value]): Edit => [[...TEMPLATE, field], value]),
    ...Object.entries(ports).map(([name, port]): Edit => [[...TEMPLATE, "ports", name], port]),
    ...(probe === null ? [] : [[["spec", "probe"], probe] satisfies Edit]),
  ];
}
