import { Brand } from "@/components/shell/brand";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";

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
    <main className="mx-auto max-w-[560px] px-page py-10">
      <p className="mb-8">
        <Brand />
      </p>
      <Headline sub={detail}>{title}</Headline>
      {link !== null && (
        <p className="mt-5">
          <a href={link.href} className={buttonClass("primary")}>
            {link.text}
          </a>
        </p>
      )}
    </main>
  );
}
