"use client";

import { useState } from "react";
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

/** Deletes an entry or a group, after telling what goes with it. Not there where nothing may be written, nor in the past. */
export function DeleteObject({ object, name, offered }: DeleteObjectProps) {
  const past = usePast();
  const [open, setOpen] = useState(false);
  if (past !== null || !offered.includes(name)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Delete ${object.name}`}>
        <DeleteForm name={name} object={object} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
