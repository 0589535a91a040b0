import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { GroupRow } from "@/lib/contract/views/groups";
import { isTrouble } from "@/lib/domain/verdict/verdict";

/** On a phone, under the thumb: the parts of the page that somebody on call needs, and the summary to send. */
export function GroupThumbBar({ row, summary }: { readonly row: GroupRow; readonly summary: () => string }) {
  const parts = [
    { word: "Lost", anchor: "#lost" },
    ...(row.state !== null && isTrouble(row.state) ? [{ word: "Next", anchor: "#next" }] : []),
    { word: "Hosts", anchor: "#hosts" },
    { word: "Commands", anchor: "#commands" },
  ];
  return (
    <nav
      aria-label="Parts of this page"
      className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-page mt-5 flex items-center justify-between border-t border-line bg-raised px-1 py-1.5 desk:hidden"
    >
      {parts.map(({ word, anchor }) => (
        <a key={word} href={anchor} className={buttonClass("quiet", "px-1.5")}>
          {word}
        </a>
      ))}
      <CopyButton text={summary} label="Copy summary" wordy />
    </nav>
  );
}
