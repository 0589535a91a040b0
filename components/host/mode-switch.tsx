"use client";

import { ChipButton } from "@/components/ui/chip";
import type { HostUrl } from "./use-host-url";

const MODES = [
  ["sidecar", "sidecar mode"],
  ["ambient", "ambient mode"],
] as const;

/** Which of Istio's two ways of carrying requests the page speaks of. */
export function ModeSwitch({ mode, url }: { readonly mode: "sidecar" | "ambient"; readonly url: HostUrl }) {
  return (
    <fieldset className="inline-flex gap-1">
      <legend className="sr-only">Which mode the page speaks of</legend>
      {MODES.map(([value, word]) => (
        <ChipButton key={value} on={mode === value} aria-pressed={mode === value} onClick={() => url.go({ mode: value })}>
          {word}
        </ChipButton>
      ))}
    </fieldset>
  );
}
