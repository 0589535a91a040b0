"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { useTypedText } from "@/lib/client/use-typed-text";
import { formatGroupDraftAddress, type GroupDraftAddress } from "@/lib/contract/answers/drafts";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import { FIELD } from "./form-row";

interface PlaceFormProps {
  /** The cluster that the address names, "" = none: `place` has the first one then, as soon as it is heard of. */
  readonly asked: string;
  readonly place: GroupDraftAddress;
  readonly head: ShellHead | null;
}

/** Where the group is made. A namespace that is not in the list can be typed: not everybody may list them. */
export function PlaceForm({ asked, place, head }: PlaceFormProps) {
  const router = useRouter();
  const id = useId();
  const picked = useTypedText(["place of a group", asked, place.namespace, place.draft, "cluster"], place.cluster);
  const typed = useTypedText(["place of a group", asked, place.namespace, place.draft, "namespace"], place.namespace);
  // The first of the clusters is heard of after the form is shown, and one that was picked may be out of sight by now: then it is the place's.
  const cluster = head?.clusters.includes(picked.text) ? picked.text : place.cluster;
  const [problem, setProblem] = useState("");
  const known = (head?.namespaces ?? []).filter((one) => one.cluster === cluster);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const namespace = typed.text.trim();
    if (!isObjectName(namespace)) return setProblem("A namespace is lower-case letters, digits and dashes.");
    setProblem("");
    picked.forget();
    typed.forget();
    // Another place is another draft: one that was begun stays where it is.
    const isSame = cluster === place.cluster && namespace === place.namespace;
    router.push(pagePaths.newGroup("ready", formatGroupDraftAddress({ cluster, namespace, draft: isSame ? place.draft : "" })));
  };
  return (
    <form onSubmit={submit} className="mt-5 flex flex-wrap items-end gap-3 text-s text-ink-2">
      {(head?.clusters.length ?? 0) > 1 && (
        <label className="grid gap-1">
          Cluster
          <select value={cluster} onChange={(event) => picked.type(event.target.value)} className={`${FIELD} min-w-40`}>
            {head?.clusters.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      <label className="grid gap-1">
        Namespace
        <input
          list={`${id}-known`}
          value={typed.text}
          onChange={(event) => typed.type(event.target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={problem !== ""}
          aria-describedby={`${id}-said`}
          className={`${FIELD} min-w-56`}
        />
      </label>
      {/* Beside the label: within it, its names would be part of the label. */}
      <datalist id={`${id}-known`}>
        {known.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Button type="submit" className="desk:h-8!">
        Choose
      </Button>
      <p id={`${id}-said`} role="status" className="w-full text-bad">
        {problem}
      </p>
    </form>
  );
}
