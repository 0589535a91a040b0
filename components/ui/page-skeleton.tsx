import { Headline } from "./headline";
import { Skeleton } from "./skeleton";

interface PageSkeletonProps {
  /** What the page is about: who cannot see the place held goes by the page's heading. */
  readonly title: string;
  readonly rows?: number;
  readonly label: string;
}

/** A page that is being read, as a whole: its heading, and below it the place of the rest. */
export function PageSkeleton({ title, ...rest }: PageSkeletonProps) {
  return (
    <>
      <Headline small>{title}</Headline>
      <Skeleton {...rest} />
    </>
  );
}
