"use client";

import { type RowPlace, useRowPlace } from "@/components/table/row-place";
import { Button } from "@/components/ui/button";
import { usePast } from "@/lib/client/past";
import { useCloneGroup } from "@/lib/client/use-clone-group";
import type { ObjectCommandName } from "@/lib/contract/commands";

/** Starts a new group like the one of the row around it. */
export function CloneRow({ offered }: { readonly offered: readonly ObjectCommandName[] }) {
  const place = useRowPlace();
  const isPast = usePast() !== null;
  return place !== null && !isPast && offered.includes("create-workloadgroup") && <CloneButton place={place} />;
}

function CloneButton({ place }: { readonly place: RowPlace }) {
  const { clone, problem } = useCloneGroup(place);
  return (
    <>
      <Button look="quiet" aria-label={`Clone ${place.name}`} onClick={clone}>
        Clone
      </Button>
      <span role="status" className="text-s text-bad">
        {problem}
      </span>
    </>
  );
}
