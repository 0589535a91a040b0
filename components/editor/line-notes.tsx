import { clsx } from "clsx";
import type { PreviewDiagnostic } from "@/lib/contract/answers/preview";
import { formatFieldPath } from "@/lib/domain/edit/field-changes";
import { NOTE_TONES } from "./line-marks";

interface LineNotesProps {
  readonly notes: readonly PreviewDiagnostic[];
  readonly onGo: (line: number) => void;
}

/** What would be refused or warned of, line by line; each leads to its line. */
export function LineNotes({ notes, onGo }: LineNotesProps) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Said of the lines" aria-live="polite" className="border-t border-line bg-paper">
      {notes.map(({ line, level, code, path, text }) => (
        <li
          key={`${line} ${text}`}
          data-fault={code}
          data-level={level}
          data-field={formatFieldPath(path)}
          data-line={line}
          className="flex gap-3 border-b border-line px-3 py-1.5 text-s last:border-b-0"
        >
          <Place line={line} onGo={onGo} />
          <span className={clsx("min-w-0 break-words", NOTE_TONES[level])}>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function Place({ line, onGo }: { readonly line: number | null; readonly onGo: (line: number) => void }) {
  if (line === null) return <span className="w-12 shrink-0 text-ink-3">whole</span>;
  return (
    <button
      type="button"
      onClick={() => onGo(line)}
      className="w-12 shrink-0 text-left text-ink-3 underline decoration-line-2 underline-offset-3 hover:text-ink max-desk:min-h-11"
    >
      line {line}
    </button>
  );
}
