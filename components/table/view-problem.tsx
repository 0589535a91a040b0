import { Notice, type NoticeKind } from "@/components/ui/notice";
import { WITHDRAWN_TITLE } from "@/lib/format/withdrawn-words";

interface ViewProblemProps {
  /** Why the view has nothing to show; null = it has, or is on its way. */
  readonly problem: string | null;
  /** Whether it was taken away, as the viewer is not let in any more: every page says that alike. */
  readonly isWithdrawn?: boolean | undefined;
  /** What is said above any other reason; missing = there is none. */
  readonly title?: string;
  readonly kind?: NoticeKind;
}

/** What stands where a view has nothing to show, and why. */
export function ViewProblem({ problem, isWithdrawn = false, title = "", kind = "error" }: ViewProblemProps) {
  if (problem === null) return null;
  return (
    <Notice kind={isWithdrawn ? "denied" : kind} subject={isWithdrawn ? "withdrawn" : undefined} title={isWithdrawn ? WITHDRAWN_TITLE : title}>
      {problem}
    </Notice>
  );
}
