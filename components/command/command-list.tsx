import { CopyButton } from "@/components/ui/copy-button";
import { type CommandTarget, commandsFor } from "@/lib/format/commands";

/** Commands filled in and ready to copy. */
export function CommandList({ target }: { readonly target: CommandTarget }) {
  return (
    <ul className="mt-1 grid grid-cols-1 gap-x-[34px] wide:grid-cols-2">
      {commandsFor(target).map(({ what, command }) => (
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
