import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { WITHDRAWN_TITLE } from "@/lib/format/session-words";

/** The page of one thing whose viewer is not let in any more: what it showed is gone, and it says so. */
export function Withdrawn({ title, problem }: { readonly title: string; readonly problem: string | null }) {
  return (
    <>
      <Headline small>{title}</Headline>
      <Notice kind="denied" title={WITHDRAWN_TITLE}>
        {problem}
      </Notice>
    </>
  );
}
