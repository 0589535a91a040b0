import type { RuleSubjectKind } from "@/lib/domain/findings/rule";
import { RULES } from "@/lib/domain/findings/rules";
import { type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import { SOURCE_NAMES, type SourceName, sourceDefinition } from "@/lib/domain/source/source";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { AnyRule } from "./finding";
import { seesSomeOf, seesSource } from "./sight-of-cluster";

const SUBJECTS: Readonly<Record<string, RuleSubjectKind>> = { WorkloadEntry: "entry", WorkloadGroup: "group", Service: "host", ServiceEntry: "host" };
const NOTHING: readonly SourceName[] = [];

/** Which rules can tell in a cluster, and where: one that lacks a source is not asked, so that its silence is never taken for "fine". */
export class RuleGates {
  readonly #missing = new Map<string, Map<AnyRule, readonly SourceName[]>>();
  /** Of the rules that were asked about last: those that can tell, by namespace. */
  readonly #able = new Map<string, { readonly of: readonly AnyRule[]; readonly able: readonly AnyRule[] }>();
  #signature: string | null = null;
  /** The last answer of `seesPods` for each namespace. */
  readonly #podsSeen = new Map<string, boolean>();
  /** How often another thing has come in sight. */
  turns = 0;

  constructor(
    private readonly fleet: FleetReader,
    private readonly scope: Scope,
    private readonly cluster: string,
  ) {}

  /** What a rule lacks to tell about subjects of a namespace ("" = of those that lie in none). */
  missing(rule: AnyRule, namespace: string): readonly SourceName[] {
    const known = this.#missing.get(namespace) ?? new Map<AnyRule, readonly SourceName[]>();
    const found = known.get(rule) ?? this.#lackOf(rule, namespace);
    this.seesPods(namespace);
    this.#missing.set(namespace, known.set(rule, found));
    return found;
  }

  /** The sources that a rule lacks there because the viewer has no right to read them. */
  forbidden(rule: AnyRule, namespace: string): readonly SourceName[] {
    return this.missing(rule, namespace).filter((source) => {
      const sight = visibleNamespacesOfSource(this.scope, this.cluster, source);
      if (sight === "all") return false;
      if (sourceDefinition(source).owner === "mesh" || (namespace === "" && !rule.needsAll?.includes(source))) return sight.length === 0;
      return rule.needsAll?.includes(source) || !sight.includes(namespace);
    });
  }

  /** Which of these rules lack nothing to tell about subjects of a namespace. Asked for each entry, mostly with the same rules. */
  able(rules: readonly AnyRule[], namespace: string): readonly AnyRule[] {
    const known = this.#able.get(namespace);
    if (known?.of === rules) return known.able;
    const able = rules.filter((rule) => this.missing(rule, namespace).length === 0);
    this.#able.set(namespace, { of: rules, able });
    return able;
  }

  /** How many rules cannot tell about objects of a kind in a namespace. */
  untold(kind: string, namespace: string): number {
    const subject = SUBJECTS[kind];
    return RULES.filter((rule) => rule.subject === subject && this.missing(rule, namespace).length > 0).length;
  }

  /** Of which sources a rule has not all, so that there may be more than it finds. */
  partial({ betterWith = NOTHING }: AnyRule): readonly SourceName[] {
    return betterWith.filter((source) => !seesSource(this.fleet, this.scope, this.cluster, source));
  }

  /** True if the Pods of a namespace are visible. `turned` returns true once this changes. */
  seesPods(namespace: string): boolean {
    const known = this.#podsSeen.get(namespace) ?? this.#lookForPods(namespace);
    this.#podsSeen.set(namespace, known);
    return known;
  }

  #lookForPods(namespace: string): boolean {
    return seesSource(this.fleet, this.scope, this.cluster, "workload-pods", namespace);
  }

  /** True if other sources are visible than at the last call, or other Pods than `seesPods` returned. Every answer may then differ. */
  turned(): boolean {
    const seen = SOURCE_NAMES.map((source) => {
      const some = seesSomeOf(this.fleet, this.scope, this.cluster, source);
      return some ? seesSource(this.fleet, this.scope, this.cluster, source) : null;
    });
    const signature = JSON.stringify(seen);
    const otherPods = [...this.#podsSeen].some(([namespace, wereSeen]) => wereSeen !== this.#lookForPods(namespace));
    const isTurned = this.#signature !== signature || otherPods;
    this.#signature = signature;
    if (!isTurned) return false;
    this.#missing.clear();
    this.#able.clear();
    this.#podsSeen.clear();
    this.turns++;
    return true;
  }

  #lackOf({ needs, needsAll = NOTHING }: AnyRule, namespace: string): readonly SourceName[] {
    const { fleet, scope, cluster } = this;
    const isSeen = (source: SourceName) => {
      if (sourceDefinition(source).owner === "mesh") return seesSource(fleet, scope, cluster, source);
      return namespace === "" ? seesSomeOf(fleet, scope, cluster, source) : seesSource(fleet, scope, cluster, source, namespace);
    };
    const lacking = [...needs.filter((source) => !isSeen(source)), ...needsAll.filter((source) => !seesSource(fleet, scope, cluster, source))];
    return lacking.length === 0 ? NOTHING : [...new Set(lacking)];
  }
}
