import { clsx } from "clsx";
import { lineDiff } from "@/lib/domain/preview/line-changes";

/** What is there beside what is wanted: lines that go, then those that come. */
export function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = after.trimEnd().split("\n");
  const { added, gone } = lineDiff(before.trimEnd().split("\n"), lines);
  const rows = [...lines, null].flatMap((line, at) => [
    ...(gone.get(at) ?? []).map((text, n) => ({ key: `${at}-${n}`, mark: "−", text })),
    ...(line === null ? [] : [{ key: `${at}`, mark: added.has(at) ? "+" : " ", text: line }]),
  ]);
  return (
    <pre className="mt-1.5 overflow-x-auto rounded-control border border-line bg-sunken py-2 font-mono text-s">
      {rows.map(({ key, mark, text }) => (
        <span key={key} className={clsx("block px-2.5", mark === "−" && "bg-bad-wash", mark === "+" && "bg-accent-soft")}>
          {mark} {text}
        </span>
      ))}
    </pre>
  );
}
