import { Section } from "@/components/ui/section";
import { CommandList } from "./command-list";

interface GroupCommandsProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** The commands of one group. */
export function GroupCommands({ cluster, namespace, name }: GroupCommandsProps) {
  return (
    <Section title="Commands" aside="all of them only read">
      <CommandList target={{ kind: "group", context: cluster, namespace, name }} />
    </Section>
  );
}
