import { CopyButton } from "@/components/ui/copy-button";

export interface Command {
  /** What it is good for. */
  readonly label: string;
  /** The line to paste, quoted for a shell. */
  readonly command: string;
}

/** Commands filled in and ready to copy. */
export function CommandList({ commands }: { readonly commands: readonly Command[] }) {
  return (
    <ul className="mt-1">
      {commands.map(({ label, command }) => (
        <li key={command} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5">
          <div className="min-w-0">
            <div className="text-s text-ink-3">{label}</div>
            <code className="block break-words whitespace-pre-wrap text-s text-ink">{command}</code>
          </div>
          <CopyButton text={command} label={`Copy: ${label}`} />
        </li>
      ))}
    </ul>
  );
}
