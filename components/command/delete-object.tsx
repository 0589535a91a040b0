"use client";

import { useState } from "react";
import { useMenuDialog } from "@/components/table/menu-dialog";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { usePast } from "@/lib/client/past";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { DeleteForm } from "./delete-form";

/** An object as the page shows it. */
export interface ShownObject {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly managedBy: string;
}

export interface DeleteObjectProps {
  readonly object: ShownObject;
  readonly name: "delete-workloadentry" | "delete-workloadgroup";
  readonly offered: readonly ObjectCommandName[];
}

/** Deletes an entry or a group, with the effects of the deletion. A button opens the dialog, or the menu of the page if it has dialogs. Not offered on a page of the past. */
export function DeleteObject({ object, name, offered }: DeleteObjectProps) {
  const past = usePast();
  const menu = useMenuDialog("delete");
  const [isOpened, setOpened] = useState(false);
  if (past !== null || !offered.includes(name)) return null;
  const close = menu === null ? () => setOpened(false) : menu.close;
  return (
    <>
      {menu === null && <Button onClick={() => setOpened(true)}>Delete</Button>}
      <Dialog open={menu === null ? isOpened : menu.isOpen} onClose={close} title={`Delete ${object.name}`}>
        <DeleteForm name={name} object={object} onDone={close} />
      </Dialog>
    </>
  );
}
