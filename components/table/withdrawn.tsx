import { Headline } from "@/components/ui/headline";
import { ViewProblem } from "./view-problem";

/** The page of one thing whose viewer is not let in any more: what it showed is gone, and it says so. */
export function Withdrawn({ title, problem }: { readonly title: string; readonly problem: string | null }) {
  return (
    <>
      <Headline small data={{ "data-statement": "withdrawn" }}>
        {title}
      </Headline>
      <ViewProblem problem={problem} isWithdrawn />
    </>
  );
}
