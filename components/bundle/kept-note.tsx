import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { KeptIn } from "@/lib/client/bundle-drafts";

interface KeptNoteProps {
  readonly isTyped: boolean;
  readonly keptIn: KeptIn;
  readonly onAnew: () => void;
}

/** Where what was typed is kept, and the way to begin without it. */
export function KeptNote({ isTyped, keptIn, onAnew }: KeptNoteProps) {
  return (
    <>
      {keptIn === "page-without-storage" && (
        <Notice kind="error" title="This browser keeps nothing">
          Its storage is switched off or full: what you type is lost when you leave the page.
        </Notice>
      )}
      {isTyped && (
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-s text-ink-2">
          {keptIn === "browser" ? "What you typed is kept in this browser until you sign out." : "What you typed is on this page only."}
          <Button look="quiet" onClick={onAnew}>
            Begin anew
          </Button>
        </p>
      )}
    </>
  );
}
