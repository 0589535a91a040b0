import { clsx } from "clsx";
import { CopyButton } from "./copy-button";

interface CommandLinesProps {
  readonly commands: readonly { readonly what: string; readonly command: string }[];
  readonly className?: string;
}

/** Commands that are complete, each with its purpose and a button that copies it. */
export function CommandLines({ commands, className }: CommandLinesProps) {
  return (
    <ul className={clsx("grid grid-cols-1 gap-x-[34px]", className)}>
      {commands.map(({ what, command }) => (
        <li key={command} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5">
          <div className="min-w-0">
            <div className="text-s text-ink-3">{what}</div>
            <code className="block break-words whitespace-pre-wrap text-s text-ink">{command}</code>
          </div>
          <CopyButton text={command} label={`Copy: ${what}`} />
        </li>
      ))}
    </ul>
  );
}
