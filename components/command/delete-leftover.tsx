"use client";

import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { LeftoverFormProps } from "./leftover-form";

/** Loaded by whoever deletes: it reads YAML. */
const LeftoverForm = lazy(() => import("./leftover-form").then((loaded) => ({ default: loaded.LeftoverForm })));

interface DeleteLeftoverProps extends Omit<LeftoverFormProps, "onDone"> {
  readonly offered: readonly ObjectCommandName[];
}

/** Deletes an object that nobody uses, after telling what goes with it. Not there where nothing may be written. */
export function DeleteLeftover({ offered, ...rest }: DeleteLeftoverProps) {
  const [open, setOpen] = useState(false);
  if (!offered.includes(rest.command)) return null;
  const { name } = rest.object;
  return (
    <>
      <Button aria-label={`Delete ${name}`} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Delete ${name}`}>
        <Suspense
          fallback={
            <p data-reading="deletion" className="px-4 py-3 text-ink-2">
              Reading what goes with it
            </p>
          }
        >
          <LeftoverForm {...rest} onDone={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
