"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { MAX_BUNDLE_MACHINES } from "@/lib/contract/answers/bundle";
import { readMachineList } from "@/lib/domain/bundle/machine-choices";
import { listProblemWords, tooManyMachinesWords } from "@/lib/format/bundle-words";
import { withListed } from "./bundle-draft";
import type { DraftProps } from "./mesh-fields";

/** A list of machines to paste. It stays until all of it is taken. */
export function ListField({ draft, onChange, group }: Pick<DraftProps, "draft" | "onChange"> & { readonly group: string }) {
  const [problem, setProblem] = useState("");
  const take = () => {
    const read = readMachineList(draft.list);
    if ("problem" in read) return setProblem(listProblemWords(read.problem));
    const machines = withListed(draft.machines, read.machines, group);
    if (machines.length > MAX_BUNDLE_MACHINES) return setProblem(tooManyMachinesWords({ machines: machines.length, most: MAX_BUNDLE_MACHINES }));
    setProblem("");
    onChange({ machines, list: "" });
  };
  return (
    <div className="mt-4 grid max-w-2xl gap-2">
      <Field
        label="Or paste a list, one machine a line"
        value={draft.list}
        placeholder="web-1 10.0.0.1 region/zone/subzone"
        hint="name, then internal IP, external:IP, labels as key=value, locality; spaces or commas between them"
        problem={problem}
        lines={3}
        onChange={(list) => onChange({ list })}
      />
      <Button className="justify-self-start" onClick={take}>
        Take the list over
      </Button>
    </div>
  );
}
