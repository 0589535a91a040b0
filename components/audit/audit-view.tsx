import { statementAttributes } from "@/components/state/statement";
import { ExportLinks } from "@/components/table/export-links";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Link } from "@/lib/client/page-link";
import type { AuditAnswer } from "@/lib/contract/answers/audit";
import { pagePaths } from "@/lib/contract/url/paths";
import { commandsAudited } from "@/lib/domain/statements/activity";
import { auditHead, noAuditWords, unkeptWords } from "@/lib/format/audit-words";
import { AuditFilter } from "./audit-filter";
import { AuditTable } from "./audit-table";

interface AuditViewProps {
  /** Null where it cannot be read, with the reason. */
  readonly answer: AuditAnswer | null;
  readonly problem: string;
  /** The query of the page. */
  readonly asked: string;
}

/** The commands that were given through this dashboard: who, when, what, where, and what came of it. */
export function AuditView({ answer, problem, asked }: AuditViewProps) {
  if (answer === null) {
    return (
      <>
        <Headline small data={{ "data-statement": "audit-unread" }}>
          Audit
        </Headline>
        <Notice kind="error" subject="audit" title="The audit cannot be read">
          {noAuditWords({ reason: problem })}
        </Notice>
      </>
    );
  }
  const { rows, next, days, unkept } = answer;
  return (
    <>
      <Headline small data={statementAttributes(commandsAudited(rows.length, days))} sub={auditHead({ rows: rows.length, days })}>
        Audit
      </Headline>
      {unkept > 0 && (
        <p role="status" data-unkept={unkept} className="mt-3 border-l-2 border-blind-cell bg-blind-wash px-3 py-[9px] text-blind">
          {unkeptWords({ unkept })}
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <AuditFilter asked={asked} />
        <span className="flex gap-1.5">
          <ExportLinks what="audit" />
        </span>
      </div>
      {rows.length > 0 && <AuditTable rows={rows} />}
      {next !== null && (
        <Link prefetch={false} href={pagePaths.audit(olderQuery(asked, next))} className={buttonClass("plain", "mt-3")}>
          Older
        </Link>
      )}
    </>
  );
}

function olderQuery(asked: string, before: string): string {
  const params = new URLSearchParams(asked);
  params.set("before", before);
  return params.toString();
}
