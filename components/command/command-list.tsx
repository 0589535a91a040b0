import { CommandLines } from "@/components/ui/command-lines";
import { type CommandTarget, commandsFor } from "@/lib/format/commands";

/** The commands about one entry or group. */
export function CommandList({ target }: { readonly target: CommandTarget }) {
  return <CommandLines commands={commandsFor(target)} className="mt-1 wide:grid-cols-2" />;
}
