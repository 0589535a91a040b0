import { replicaNameEnd } from "@/lib/format/workload-words";

interface MonoProps {
  readonly children: string;
  readonly faint?: boolean;
  /** Said on hover; without it, the text itself, which may be cut. */
  readonly title?: string;
}

/** What a machine says, in a cell: whole, unless it is longer than anybody would name a place. */
export function Mono({ children, faint = false, title = children }: MonoProps) {
  if (children === "") return <span className="text-ink-3">—</span>;
  return (
    <span title={title} className={`inline-block max-w-72 truncate align-middle font-mono text-s ${faint ? "text-ink-3" : "text-ink-2"}`}>
      {children}
    </span>
  );
}

/** A name of so few characters has room everywhere. */
const SHORT_NAME = 14;

/** The name of an istiod replica. Replicas differ in their last part: on a narrower screen that is all there is room for. */
export function ReplicaName({ name }: { readonly name: string }) {
  if (name === "") return <span className="text-ink-3">—</span>;
  const short = name.length <= SHORT_NAME ? name : replicaNameEnd(name);
  return (
    <span title={name} className="font-mono text-s text-ink-2">
      <span className="max-[1559px]:sr-only">{name}</span>
      <span aria-hidden="true" className="min-[1560px]:hidden">
        {short}
      </span>
    </span>
  );
}
