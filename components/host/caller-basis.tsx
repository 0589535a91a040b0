import type { HostDetail } from "@/lib/contract/host";

const PARTS = { namespace: "Namespace", locality: "Locality", network: "Network" } as const;

/** The basis of each part of the caller: known or assumed, and the source. One line, which opens. */
export function CallerBasis({ seenFrom }: { readonly seenFrom: HostDetail["seenFrom"] }) {
  const { kind, isChosen } = seenFrom;
  const parts = kind === "outside" ? seenFrom.parts.filter(({ part }) => part === "namespace") : seenFrom.parts;
  if (!isChosen) return null;
  return (
    <details className="mt-2 text-s text-ink-2" data-caller-basis>
      <summary className="cursor-pointer max-desk:min-h-11 max-desk:py-2.5">
        Default caller:{" "}
        {parts.map(({ part, basis, because }, index) => (
          <span key={part} title={because} data-part={part} data-basis={basis}>
            {index > 0 && ", "}
            {part} <span className={basis === "known" ? undefined : "text-blind"}>{basis}</span>
          </span>
        ))}
      </summary>
      <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {parts.map(({ part, basis, because }) => (
          <div key={part} className="contents">
            <dt className="text-ink-3">{PARTS[part]}</dt>
            <dd className="wrap-anywhere">
              {because} <span className={basis === "known" ? "text-ink-3" : "text-blind"}>{basis === "known" ? "Known." : "Assumed."}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
