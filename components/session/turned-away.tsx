import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import { UnframedPage } from "./unframed-page";

interface TurnedAwayProps {
  readonly title: string;
  /** Why, and what to do: the server's own sentence. */
  readonly detail: string;
  /** Where to go on; null = nobody has said where. */
  readonly link: { readonly href: string; readonly text: string } | null;
}

/** The whole page of whoever is not let in. */
export function TurnedAway({ title, detail, link }: TurnedAwayProps) {
  return (
    <UnframedPage>
      <Headline sub={detail}>{title}</Headline>
      {link !== null && (
        <p className="mt-5">
          <a href={link.href} className={buttonClass("primary")}>
            {link.text}
          </a>
        </p>
      )}
    </UnframedPage>
  );
}
