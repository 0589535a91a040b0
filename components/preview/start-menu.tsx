"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useTypedText } from "@/lib/client/use-typed-text";
import { formatPreviewStartObject, PREVIEW_START_RESOURCES, type PreviewStartResource } from "@/lib/contract/answers/preview";
import { pagePaths } from "@/lib/contract/url/paths";
import { TEMPLATES } from "./templates";

interface StartMenuProps {
  readonly clusters: readonly string[];
  readonly cluster: string;
  readonly onTemplate: (text: string) => void;
}

/** Other beginnings: from nothing, or from another object. Whoever has an object elsewhere pastes it into the text. */
export function StartMenu({ clusters, cluster, onTemplate }: StartMenuProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      <Menu>
        <MenuTrigger asChild>
          <Button look="quiet">Start from nothing</Button>
        </MenuTrigger>
        <MenuContent align="end">
          {TEMPLATES.map(({ word, text }) => (
            <MenuItem key={word} onSelect={() => onTemplate(text)}>
              {word}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      <Popover>
        <PopoverTrigger className="inline-flex h-7 items-center rounded-control px-2.5 text-s font-medium text-ink-2 hover:bg-hover hover:text-ink max-desk:h-9">
          Another object
        </PopoverTrigger>
        <PopoverContent aria-label="Another object">
          <ObjectForm clusters={clusters} cluster={cluster} />
        </PopoverContent>
      </Popover>
    </span>
  );
}

const KIND_WORDS = {
  services: "Service",
  serviceentries: "ServiceEntry",
  workloadentries: "Machine (WorkloadEntry)",
  workloadgroups: "Group (WorkloadGroup)",
} as const satisfies Record<PreviewStartResource, string>;

const FIELD = "h-8 rounded-control border border-line-2 bg-paper px-2 text-m text-ink max-desk:h-11";

function ObjectForm({ clusters, cluster }: Pick<StartMenuProps, "clusters" | "cluster">) {
  const router = useRouter();
  const [place, setPlace] = useState({ cluster, resource: PREVIEW_START_RESOURCES[1] as PreviewStartResource });
  const namespace = useTypedText(["other object", "namespace"]);
  const name = useTypedText(["other object", "name"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    router.push(
      pagePaths.preview(new URLSearchParams({ from: formatPreviewStartObject({ ...place, namespace: namespace.text, name: name.text }) }).toString()),
    );
    namespace.forget();
    name.forget();
  };
  const set = (change: Partial<typeof place>) => setPlace({ ...place, ...change });
  return (
    <form onSubmit={submit} className="grid w-64 gap-2.5 text-s text-ink-2">
      {clusters.length > 1 && (
        <label className="grid gap-1">
          Cluster
          <select value={place.cluster} onChange={(event) => set({ cluster: event.target.value })} className={FIELD}>
            {clusters.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      <label className="grid gap-1">
        Kind
        <select value={place.resource} onChange={(event) => set({ resource: event.target.value as PreviewStartResource })} className={FIELD}>
          {PREVIEW_START_RESOURCES.map((one) => (
            <option key={one} value={one}>
              {KIND_WORDS[one]}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1">
        Namespace
        <input
          required
          value={namespace.text}
          onChange={(event) => namespace.type(event.target.value.trim())}
          autoComplete="off"
          className={`${FIELD} font-mono`}
        />
      </label>
      <label className="grid gap-1">
        Name
        <input required value={name.text} onChange={(event) => name.type(event.target.value.trim())} autoComplete="off" className={`${FIELD} font-mono`} />
      </label>
      <Button type="submit" look="primary" className="justify-self-end">
        Begin with it
      </Button>
    </form>
  );
}
