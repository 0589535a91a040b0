"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { formatGroupDraftAddress } from "@/lib/contract/answers/drafts";
import { pagePaths } from "@/lib/contract/url/paths";
import { useViewer } from "./viewer";

/** A reference to a WorkloadGroup. */
interface ClonedGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** Returns a function that starts a draft of a group like this one and opens it, and the problem of the last attempt ("" = none). */
export function useCloneGroup({ cluster, namespace, name }: ClonedGroup): { readonly clone: () => void; readonly problem: string } {
  const router = useRouter();
  const { id: viewer } = useViewer();
  const [problem, setProblem] = useState("");
  const clone = async () => {
    setProblem("");
    try {
      const { cloneGroup } = await import("./clone-group");
      const made = await cloneGroup(viewer, { cluster, namespace, name });
      if (made.kind === "refused") return setProblem(made.problem);
      router.push(pagePaths.newGroup("describe", formatGroupDraftAddress({ cluster, namespace, draft: made.value })));
    } catch {
      setProblem("It could not be loaded. Try again.");
    }
  };
  return { clone: () => void clone(), problem };
}
