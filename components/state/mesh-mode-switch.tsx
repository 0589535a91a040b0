import { ChipButton } from "@/components/ui/chip";
import type { MeshMode } from "@/lib/domain/selection/host-endpoint";

const MODES = [
  ["sidecar", "sidecar mode"],
  ["ambient", "ambient mode"],
] as const;

/** Switch between sidecar and ambient mode, whose rules for endpoints differ. */
export function MeshModeSwitch({ mode, onMode }: { readonly mode: MeshMode; readonly onMode: (mode: MeshMode) => void }) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">Mode of the mesh</legend>
      {MODES.map(([value, word]) => (
        <ChipButton key={value} on={mode === value} aria-pressed={mode === value} data-value={value} onClick={() => onMode(value)}>
          {word}
        </ChipButton>
      ))}
    </fieldset>
  );
}
