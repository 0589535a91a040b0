"use client";

import { Section } from "@/components/ui/section";
import { CommandList } from "./command-list";
import { useFirstMachine } from "./use-first-machine";

interface GroupCommandsProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** The commands of one group, those for the machine to look at first in front. */
export function GroupCommands({ cluster, namespace, name }: GroupCommandsProps) {
  const address = useFirstMachine({ cluster, namespace, name });
  return (
    <Section name="commands" title="Commands" id="commands" aside="all of them only read">
      <CommandList target={{ kind: "group", context: cluster, namespace, name, address }} />
    </Section>
  );
}
