import { ChipButton } from "@/components/ui/chip";
import type { MeshMode } from "@/lib/domain/selection/host-endpoint";
import { AMBIENT_NOTE } from "@/lib/format/host/not-seen-words";

const MODES = [
  ["sidecar", "sidecar mode"],
  ["ambient", "ambient mode"],
] as const;

/** By which of Istio's two sets of rules the result is worked out, and on what those of ambient mode rest. */
export function PreviewMode({ mode, onMode }: { readonly mode: MeshMode; readonly onMode: (mode: MeshMode) => void }) {
  return (
    <>
      <fieldset className="mt-2.5 flex gap-1">
        <legend className="sr-only">Which mode the page speaks of</legend>
        {MODES.map(([value, word]) => (
          <ChipButton key={value} on={mode === value} aria-pressed={mode === value} data-value={value} onClick={() => onMode(value)}>
            {word}
          </ChipButton>
        ))}
      </fieldset>
      {mode === "ambient" && <p className="mt-3 max-w-[62em] border-l-2 border-idle-cell bg-idle-wash px-3.5 py-2 text-s">{AMBIENT_NOTE}</p>}
    </>
  );
}
