import { useStatus } from "@/lib/client/status";

/** The reason why incidents are not known: the history is being read, or is not recorded. Null = they are known. `since`: of the head of a view of incidents. */
export function useIncidentsUnknown(since: number | null): "being-read" | "not-recorded" | null {
  const { history } = useStatus();
  if (since !== null) return null;
  return history === null ? "being-read" : "not-recorded";
}
