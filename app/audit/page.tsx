import type { Metadata } from "next";
import { AuditView } from "@/components/audit/audit-view";
import type { AuditAnswer } from "@/lib/contract/answers/audit";
import { AuditQuery } from "@/lib/contract/url/history-query";
import { type SearchParams, toUrlSearchParams } from "@/lib/contract/url/page-query";
import { read } from "@/lib/server/history/answer-history";
import { Refusal } from "@/lib/server/http/problem";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Audit" };

interface AuditPageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default viewerPage(async ({ runtime, viewer }, { searchParams }: AuditPageProps) => {
  const search = toUrlSearchParams(await searchParams);
  const asked = search.toString();
  const refused = (problem: string) => <AuditView answer={null} problem={problem} asked={asked} />;
  try {
    const answer: AuditAnswer = await runtime.history.audit(read(AuditQuery, search), viewer.scope);
    return <AuditView answer={answer} problem="" asked={asked} />;
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return refused(thrown.detail);
  }
});
