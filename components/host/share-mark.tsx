import type { ShareOfKind } from "@/lib/format/host/share-words";
import { KindMark } from "./kind-mark";

const KINDS = { machines: "machine", inline: "inline" } as const;

/** A kind of the picture, as it is drawn there. Decorative: its words stand beside it. */
export function ShareMark({ kind, green }: { readonly kind: ShareOfKind["kind"]; readonly green: boolean }) {
  if (kind === "pods") return <i className="cell rounded-full bg-idle" aria-hidden="true" />;
  return <KindMark kind={KINDS[kind]} tone={kind === "machines" && green ? "cell-good" : "cell-idle"} />;
}
