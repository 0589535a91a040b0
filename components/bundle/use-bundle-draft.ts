"use client";

import { useMemo, useState, useSyncExternalStore } from "react";
import { ask } from "@/lib/client/ask";
import { bundleTypedOf, type KeptIn, saveBundle, storedBundle } from "@/lib/client/bundle-drafts";
import { followTexts } from "@/lib/client/kept-texts";
import { useOwnFacts } from "@/lib/client/use-own-facts";
import { useViewer } from "@/lib/client/viewer";
import { BundleDefaults } from "@/lib/contract/answers/bundle";
import { apiPaths } from "@/lib/contract/url/paths";
import { type BundleDraft, readAnew } from "./bundle-draft";
import type { BundlePlace } from "./bundle-view";
import { withOwnFacts } from "./own-start";
import { draftWith, typedOf } from "./typed-bundle";

export interface HeldBundle {
  readonly start: BundleDefaults;
  readonly draft: BundleDraft;
  /** Is anything of it typed? */
  readonly isTyped: boolean;
  /** Where what is typed is kept. */
  readonly keptIn: KeptIn;
  /** Why the mesh could not be read for the revision that is typed, "" = it could. */
  readonly unread: string;
  change(change: Partial<BundleDraft>): void;
  /** Reads what the mesh gives for the revision that is typed. */
  readAgain(): Promise<void>;
  /** Takes away what was typed, and reads what the mesh gives for the group's own revision. */
  beginAnew(): Promise<void>;
}

/** The form of a group's files: what was read, with what this browser keeps of the viewer's typing over it, each change at once. */
export function useBundleDraft({ cluster, namespace, name }: BundlePlace, first: BundleDefaults): HeldBundle {
  const { id: viewer } = useViewer();
  const [told, setTold] = useState(first);
  const { own } = useOwnFacts(cluster);
  const start = useMemo(() => withOwnFacts(told, own), [told, own]);
  const [keptIn, setKeptIn] = useState<KeptIn>("browser");
  const [unread, setUnread] = useState("");
  const place = { cluster, namespace, name };
  const stored = useSyncExternalStore(
    followTexts,
    () => storedBundle(viewer, place),
    () => null,
  );
  const typed = useMemo(() => bundleTypedOf(stored), [stored]);
  const draft = useMemo(() => draftWith(start, name, typed), [start, name, typed]);
  const save = (changed: BundleDraft, read: BundleDefaults, readFor: string | undefined) =>
    setKeptIn(saveBundle(viewer, place, typedOf(changed, read, name, readFor)));
  /** As it is now, and not as it was drawn. */
  const typedNow = () => bundleTypedOf(storedBundle(viewer, place));
  const read = async (revision?: string) => {
    const answer = await ask(apiPaths.bundle(cluster, namespace, name, revision), BundleDefaults, new AbortController().signal);
    setUnread(answer.kind === "refused" ? answer.problem : "");
    return answer.kind === "here" ? answer.value : null;
  };
  return {
    ...{ start, draft, keptIn, unread },
    isTyped: Object.keys(typed).length > 0,
    change: (change) => save({ ...draftWith(start, name, typedNow()), ...change }, start, typedNow().readFor),
    async readAgain() {
      const after = await read(draft.revision);
      if (after === null) return;
      setTold(after);
      const anew = withOwnFacts(after, own);
      save(readAnew(draftWith(start, name, typedNow()), start, anew), anew, after.revision);
    },
    async beginAnew() {
      const after = await read();
      if (after === null) return;
      setTold(after);
      setKeptIn(saveBundle(viewer, place, {}));
    },
  };
}
