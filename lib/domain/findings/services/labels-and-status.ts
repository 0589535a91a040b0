import { failedCanaryMessage, parseIstiodStatus } from "@/lib/domain/entry/istiod-status";
import { conditionEvidence, findIstiodCondition, misplacedKeysEvidence, reportAgeEvidence } from "@/lib/domain/findings/evidence";
import { metadataPatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { mayRevisionBeStarting, runningRevisions } from "@/lib/domain/findings/running-revisions";
import { serviceFindingObject } from "@/lib/domain/findings/service-parts";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import { REVISION_LABEL } from "@/lib/domain/selection/workload";

/** A label that Istio reads is written as an annotation, or the reverse, on a Service or ServiceEntry, so that Istio ignores it. */
export const misplacedKeyOfService: Rule<"host"> = {
  code: "STL322",
  name: "misplaced-key-of-service",
  subject: "host",
  severity: "warning",
  needs: [],
  noPatchBecause: "the value was never in use, and only its owner knows if it is still meant",
  detect: ({ selector }) => {
    const evidence = misplacedKeysEvidence(selector.misplacedKeys ?? [], () => selector.kind);
    return evidence === null ? [] : [{ objects: [findingObject(selector.kind, selector)], evidence }];
  },
};

/** istiod reports that a Service or ServiceEntry uses a waypoint that it cannot use (condition `istio.io/WaypointBound`, pilot/pkg/model/service.go). */
export const waypointNotBound: Rule<"host"> = {
  code: "STL325",
  name: "waypoint-not-bound",
  subject: "host",
  severity: "warning",
  needs: ["services", "serviceentries"],
  noPatchBecause: "the cause is the waypoint or its namespace, and only their owner can change it",
  detect: (host) => {
    const condition = findIstiodCondition(host.istiodStatus, "WaypointBound", "False");
    return condition === null ? [] : [{ objects: [serviceFindingObject(host)], evidence: { hosts: host.hosts, ...conditionEvidence(condition) } }];
  },
};

/** istiod reports that a ServiceEntry needs a waypoint and has none (condition `istio.io/WaypointMissing`, pilot/pkg/model/service.go). */
export const waypointMissing: Rule<"host"> = {
  code: "STL326",
  name: "waypoint-missing",
  subject: "host",
  severity: "warning",
  needs: ["services", "serviceentries"],
  noPatchBecause: "only the owner knows the waypoint that is meant",
  detect: (host) => {
    const condition = findIstiodCondition(host.istiodStatus, "WaypointMissing", "True");
    return condition === null ? [] : [{ objects: [serviceFindingObject(host)], evidence: { hosts: host.hosts, ...conditionEvidence(condition) } }];
  },
};

/**
 * istiod reports that a service's waypoint is bound and its canary waypoint is not (message of the condition `istio.io/WaypointBound`,
 * pilot/pkg/model/service.go).
 */
export const canaryWaypointNotAttached: Rule<"host"> = {
  code: "STL327",
  name: "canary-waypoint-not-attached",
  subject: "host",
  severity: "note",
  needs: ["services", "serviceentries"],
  noPatchBecause: "the cause is the canary waypoint or its weight, and only their owner can change it",
  detect: (host) => {
    const condition = findIstiodCondition(host.istiodStatus, "WaypointBound", "True");
    const message = condition === null ? null : failedCanaryMessage(condition);
    if (condition === null || message === null) return [];
    return [{ objects: [serviceFindingObject(host)], evidence: { hosts: host.hosts, ...conditionEvidence({ ...condition, message }) } }];
  },
};

/** istiod's analysis has a message about a Service or ServiceEntry (`status.validationMessages`, pkg/config/analysis). */
export const analysisMessage: Rule<"host"> = {
  code: "STL328",
  name: "analysis-message",
  subject: "host",
  severity: "note",
  needs: ["services", "serviceentries"],
  noPatchBecause: "Istio describes the cure of each message in its documentation",
  detect: (host) => {
    const found = parseIstiodStatus(host.istiodStatus).messages.map(({ code, level, isOlder }) => ({
      of: code,
      objects: [serviceFindingObject(host)],
      evidence: { hosts: host.hosts, message: code, level, age: reportAgeEvidence(isOlder) },
    }));
    return [...new Map(found.map((one) => [one.of, one])).values()];
  },
};

/**
 * The ServiceEntry has the label of a revision that no istiod runs. istiod ignores it, so no caller gets its host names. For a Kubernetes Service the label has
 * no effect (pkg/config/model.go LabelsInRevision, pilot/pkg/config/kube/crdclient/client.go).
 */
export const hostOfRevisionNotRunning: Rule<"host"> = {
  code: "STL390",
  name: "host-of-revision-not-running",
  subject: "host",
  severity: "error",
  needs: ["serviceentries", "istiod-pods"],
  detect: ({ selector, hosts }, world) => {
    const revision = selector.kind === "ServiceEntry" ? (valueOfLabel(selector.labels, REVISION_LABEL) ?? "") : "";
    if (revision === "") return [];
    const running = runningRevisions(world.world);
    if (running === null) return { cannotTell: ["istiod-pods"] };
    if (running.length === 0 || running.includes(revision)) return [];
    const isStarting = mayRevisionBeStarting(world.world, revision);
    const patch = metadataPatch("ServiceEntry", selector, { marks: "labels", key: REVISION_LABEL, value: null });
    return [{ objects: [findingObject("ServiceEntry", selector)], evidence: { revision, running, isStarting, hosts }, ...(!isStarting && { patch }) }];
  },
};

/** Rules about the labels and annotations of a service, and about its status. */
export const SERVICE_LABEL_AND_STATUS_RULES: readonly Rule<"host">[] = [
  misplacedKeyOfService,
  waypointNotBound,
  waypointMissing,
  canaryWaypointNotAttached,
  analysisMessage,
  hostOfRevisionNotRunning,
];
