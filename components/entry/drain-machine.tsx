"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useMenuDialog } from "@/components/table/menu-dialog";
import { OnceAllowed } from "@/components/table/once-allowed";
import { buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { usePast } from "@/lib/client/past";
import { useAnswer } from "@/lib/client/use-answer";
import { useHash } from "@/lib/client/use-hash";
import { CommandPermission, type ObjectCommandName } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import { DRAINING_LABEL } from "@/lib/domain/verdict/serving";
import { drainedBySpecWords } from "@/lib/format/write-words";
import { type DrainCommand, DrainForm } from "./drain-form";
import type { EntryDetail, EntryWithDetail } from "./use-last-seen";

/** The name of the action for each command. */
export const DRAIN_COMMAND_LABELS = { "drain-workloadentry": "Drain", "undrain-workloadentry": "Undrain" } as const satisfies Record<DrainCommand, string>;

/** Returns the command that changes whether a machine is drained, and the label that drains it. */
export function drainCommandForEntry({ labels }: Pick<EntryDetail, "labels">): {
  readonly command: DrainCommand;
  readonly label: EntryDetail["labels"][number] | undefined;
} {
  const label = labels.find(({ key, value }) => key === DRAINING_LABEL && value !== "");
  return { command: label === undefined ? "drain-workloadentry" : "undrain-workloadentry", label };
}

/**
 * Button and form to drain a machine, or to undo that. If the page has a menu with dialogs, an item of it opens the form. Not shown without write
 * permission or on a page of the past.
 */
export function DrainMachineAction({ row, detail, offered }: EntryWithDetail & { readonly offered: readonly ObjectCommandName[] }) {
  const past = usePast();
  const menu = useMenuDialog("drain");
  // An open form keeps its command: the watch may show the drain before the answer arrives, and a second click would undo it.
  const [opened, setOpened] = useState<DrainCommand | null>(null);
  const { command: next, label } = drainCommandForEntry(detail);
  const command = opened ?? next;
  const openMenu = menu?.open;
  const open = () => (openMenu === undefined ? setOpened(next) : openMenu());
  if (menu !== null && menu.isOpen !== (opened !== null)) setOpened(menu.isOpen ? next : null);
  useLinkedDrain(open);
  const { cluster, namespace, name } = row;
  const may = useAnswer(past === null && opened !== null ? apiPaths.command(command, { cluster, namespace, name }) : null, CommandPermission);
  if (past !== null || !offered.includes(command)) return null;
  const close = menu === null ? () => setOpened(null) : menu.close;
  const title = `${DRAIN_COMMAND_LABELS[command]} the machine`;
  const isOfSpec = command === "undrain-workloadentry" && label?.from === "spec";
  const form = isOfSpec ? (
    <p className="text-ink-2">{drainedBySpecWords()}</p>
  ) : (
    <OnceAllowed may={may}>
      <DrainForm command={command} row={row} detail={detail} onDone={close} />
    </OnceAllowed>
  );
  if (menu !== null)
    return (
      <Dialog open={opened !== null} onClose={close} title={title}>
        <div className="grid gap-2.5 p-3.5">{form}</div>
      </Dialog>
    );
  return (
    <Popover open={opened !== null} onOpenChange={(isOpen) => (isOpen ? open() : close())}>
      <PopoverTrigger className={buttonClass()}>{DRAIN_COMMAND_LABELS[next]}</PopoverTrigger>
      <PopoverContent aria-label={title}>{form}</PopoverContent>
    </Popover>
  );
}

/** Opens the form if the URL has the anchor `#drain`. */
function useLinkedDrain(open: () => void): void {
  const isLinked = useHash() === "drain";
  const openLinked = useEffectEvent(open);
  useEffect(() => {
    if (isLinked) openLinked();
  }, [isLinked]);
}
