import { MeshModeSwitch } from "@/components/state/mesh-mode-switch";
import type { MeshMode } from "@/lib/domain/selection/host-endpoint";
import { AMBIENT_NOTE } from "@/lib/format/host/not-seen-words";

/** By which of Istio's two sets of rules the result is worked out, and on what those of ambient mode rest. */
export function PreviewMode({ mode, onMode }: { readonly mode: MeshMode; readonly onMode: (mode: MeshMode) => void }) {
  return (
    <div className="mt-2.5">
      <MeshModeSwitch mode={mode} onMode={onMode} />
      {mode === "ambient" && <p className="mt-3 max-w-[62em] border-l-2 border-idle-cell bg-idle-wash px-3.5 py-2 text-s">{AMBIENT_NOTE}</p>}
    </div>
  );
}
