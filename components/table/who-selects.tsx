import { Glyph } from "@/components/ui/glyph";
import { Link } from "@/lib/client/page-link";
import { servicesSelectingLabelQuery } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";

interface WhoSelectsProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly label: { readonly key: string; readonly value: string };
  /** As a sign where there is no room for words. */
  readonly short?: boolean;
}

/** The way from a label to the hosts whose selector wants it. */
export function WhoSelects({ cluster, namespace, label: { key, value }, short = false }: WhoSelectsProps) {
  const question = `Who selects ${key}=${value}?`;
  return (
    <Link
      href={pagePaths.services(formatListQuery(servicesSelectingLabelQuery(cluster, namespace, key, value)))}
      prefetch={false}
      title={question}
      aria-label={question}
      className="inline-flex min-h-6 min-w-6 items-center justify-center text-s whitespace-nowrap text-ink-3 hover:text-accent"
    >
      {short ? <Glyph name="find" /> : "who selects this?"}
    </Link>
  );
}
