import { ChipButton } from "@/components/ui/chip";
import type { MeshMode } from "@/lib/domain/selection/host-endpoint";

const MODES = [
  ["sidecar", "sidecar mode"],
  ["ambient", "ambient mode"],
] as const;

/** By which of Istio's two sets of rules a page counts endpoints. */
export function ModeSwitch({ mode, onMode }: { readonly mode: MeshMode; readonly onMode: (mode: MeshMode) => void }) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">Which mode the page speaks of</legend>
      {MODES.map(([value, word]) => (
        <ChipButton key={value} on={mode === value} aria-pressed={mode === value} data-value={value} onClick={() => onMode(value)}>
          {word}
        </ChipButton>
      ))}
    </fieldset>
  );
}
