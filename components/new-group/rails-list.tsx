import type { RailsAnswer } from "@/lib/contract/guard-rails";
import { brokenRules } from "@/lib/domain/guard-rails/broken-rules";
import { brokenRuleWords, ruleWords } from "@/lib/format/guard-rails-words";
import { Item } from "./item";

interface RailsListProps {
  readonly answer: Exclude<RailsAnswer, { readonly kind: "none" }>;
  readonly namespace: string;
}

/** What the platform team allows, and whether it allows the namespace. */
export function RailsList({ answer, namespace }: RailsListProps) {
  return (
    <ul aria-label="Rules of the platform team">
      {answer.kind === "unknown" ? (
        <Item state="unseen" title="The rules">
          {answer.problem}
        </Item>
      ) : (
        <>
          <NamespaceItem answer={answer} namespace={namespace} />
          {ruleWords(answer.rails).map((words) => (
            <li key={words} className="border-b border-line py-2 pl-[26px] wrap-anywhere text-ink-2">
              {words}
            </li>
          ))}
        </>
      )}
    </ul>
  );
}

function NamespaceItem({
  answer: { rails, place },
  namespace,
}: {
  readonly answer: Extract<RailsAnswer, { readonly kind: "known" }>;
  readonly namespace: string;
}) {
  // Of a service account nothing is ruled but where it is.
  const [broken] = brokenRules(rails, { kind: "ServiceAccount", namespace, isNew: true, body: {} });
  return (
    <Item state={broken === undefined ? "ok" : "problem"} title={`Namespace ${namespace}`}>
      {broken === undefined ? place : brokenRuleWords(broken)}
    </Item>
  );
}
