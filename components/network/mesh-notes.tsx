import type { NetworksHead } from "@/lib/contract/views/networks";
import { AMBIENT_NOTE } from "@/lib/format/host/not-seen-words";
import { meshNotes } from "@/lib/format/networks/mesh-notes";

/** What the page rests on, and what of it cannot be seen. */
export function MeshNotes({ head: { meshes }, mode }: { readonly head: NetworksHead; readonly mode: "sidecar" | "ambient" }) {
  const notes = meshes.flatMap((mesh) => meshNotes(mesh, meshes.length === 1));
  return (
    <>
      {mode === "ambient" && (
        <p data-mode={mode} data-basis="source" className="mt-3 max-w-[62em] border-l-2 border-idle-cell bg-idle-wash px-3.5 py-2 text-s">
          {AMBIENT_NOTE}
        </p>
      )}
      <ul className="mt-2.5 flex max-w-[62em] flex-col gap-0.5 text-s">
        {notes.map(({ text, isBlind }) => (
          <li key={text} className={isBlind ? "text-blind" : "text-ink-3"}>
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}
