import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { SingleGroupHead } from "@/lib/contract/views/groups";

type Probe = NonNullable<NonNullable<SingleGroupHead["detail"]>["probe"]>;

/** The probe that the group hands to machines by their bundle. */
export function GroupProbe({ detail: { probe } }: { readonly detail: NonNullable<SingleGroupHead["detail"]> }) {
  return (
    <Section name="probe" title="Probe">
      {probe === null ? (
        <p className="mt-2.5 text-ink-2">None on the group. Machines are checked only if their own mesh.yaml says so.</p>
      ) : (
        <>
          <Facts>
            <Fact field="method" name={probe.method} mono>
              {targetOf(probe)}
            </Fact>
            <Fact field="every" name="every">
              {seconds(probe.periodSeconds)}
            </Fact>
            <Fact field="timeout" name="timeout">
              {seconds(probe.timeoutSeconds)}
            </Fact>
            <Fact field="initial-delay" name="first after">
              {seconds(probe.initialDelaySeconds)}
            </Fact>
            <Fact field="thresholds" name="thresholds">
              {times(probe.failureThreshold)} to fail, {times(probe.successThreshold)} to recover
            </Fact>
          </Facts>
          <p className="mt-2 text-s text-ink-3">It reaches a machine with its next bundle, not by itself.</p>
        </>
      )}
    </Section>
  );
}

function targetOf(probe: Probe): string {
  if (probe.method === "exec") return probe.command.join(" ");
  const port = probe.port === null ? "" : `:${probe.port}`;
  if (probe.method !== "httpGet") return `${probe.host}${port}`;
  return `${probe.scheme.toLowerCase() || "http"}://${probe.host || "localhost"}${port}${probe.path}`;
}

function seconds(value: number | null): string {
  return value === null || value === 0 ? "the agent's default" : `${value} s`;
}

function times(value: number | null): string {
  return value === null || value === 0 ? "the default" : `${value} in a row`;
}
