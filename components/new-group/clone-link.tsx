"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { usePast } from "@/lib/client/past";
import { useViewer } from "@/lib/client/viewer";
import { formatGroupDraftAddress } from "@/lib/contract/answers/drafts";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { pagePaths } from "@/lib/contract/url/paths";

interface CloneLinkProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** The commands that the viewer is offered; none on a server that only reads. */
  readonly offered: readonly ObjectCommandName[];
  /** In a list it stands once in each row: its name says of which. */
  readonly inRow?: boolean;
}

/** Begins a new group like this one, as a draft. */
export function CloneLink({ cluster, namespace, name, offered, inRow = false }: CloneLinkProps) {
  const router = useRouter();
  const { id: viewer } = useViewer();
  const past = usePast();
  const [problem, setProblem] = useState("");
  if (past !== null || !offered.includes("create-workloadgroup")) return null;
  const clone = async () => {
    setProblem("");
    try {
      const { cloneGroup } = await import("@/lib/client/clone-group");
      const made = await cloneGroup(viewer, { cluster, namespace, name });
      if (made.kind === "refused") return setProblem(made.problem);
      router.push(pagePaths.newGroup("describe", formatGroupDraftAddress({ cluster, namespace, draft: made.value })));
    } catch {
      setProblem("It could not be loaded. Try again.");
    }
  };
  return (
    <>
      <Button look={inRow ? "quiet" : "plain"} aria-label={inRow ? `Clone ${name}` : undefined} onClick={() => void clone()}>
        Clone
      </Button>
      <span role="status" className="text-s text-bad">
        {problem}
      </span>
    </>
  );
}
