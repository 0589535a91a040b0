import { goDuration } from "./go-time";
import type { KubeObject } from "./kube-api";
import { chartSettings, type IstiodSettings } from "./settings";

/** One Deployment of istiod: a revision of the control plane. */
export interface Revision {
  readonly name: string;
  readonly version: string;
  readonly replicas: number;
}

export const controlPlaneNamespace = "istio-system";

export function deploymentName(revision: Revision): string {
  return revision.name === "default" ? "istiod" : `istiod-${revision.name}`;
}

const labelsOf = (revision: Revision): Record<string, string> => ({ app: "istiod", istio: "pilot", "istio.io/rev": revision.name });

/** Arguments and environment of the container `discovery`; the grace period is there only when it is not the default. */
function discovery(revision: Revision, settings: IstiodSettings): Record<string, unknown> {
  const age = settings.maxAgeMs === null ? [] : ["--keepaliveMaxServerConnectionAge", goDuration(settings.maxAgeMs)];
  const grace = settings.graceMs === chartSettings.graceMs ? [] : [{ name: "PILOT_WORKLOAD_ENTRY_GRACE_PERIOD", value: goDuration(settings.graceMs) }];
  return {
    name: "discovery",
    image: `docker.io/istio/pilot:${revision.version}`,
    args: ["discovery", "--monitoringAddr=:15014", "--log_output_level=default:info", "--domain", "cluster.local", ...age],
    env: [{ name: "REVISION", value: revision.name }, { name: "PILOT_CERT_PROVIDER", value: "istiod" }, { name: "CLUSTER_ID", value: "Kubernetes" }, ...grace],
    ports: [
      { name: "http-debug", containerPort: 8080, protocol: "TCP" },
      { name: "https-xds", containerPort: 15012, protocol: "TCP" },
    ],
  };
}

export function istiodDeployment(revision: Revision, settings: IstiodSettings, ready: number): KubeObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: deploymentName(revision), namespace: controlPlaneNamespace, labels: labelsOf(revision) },
    spec: {
      replicas: revision.replicas,
      selector: { matchLabels: { app: "istiod", "istio.io/rev": revision.name } },
      template: {
        metadata: { labels: labelsOf(revision) },
        spec: { serviceAccountName: deploymentName(revision), containers: [discovery(revision, settings)] },
      },
    },
    status: { replicas: revision.replicas, readyReplicas: ready, availableReplicas: ready, updatedReplicas: revision.replicas },
  };
}

export interface PodPlace {
  readonly node: string;
  readonly region: string;
  readonly zone: string;
  readonly ip: string;
}

export function istiodPod(name: string, revision: Revision, settings: IstiodSettings, place: PodPlace): KubeObject {
  const labels = { ...labelsOf(revision), "topology.kubernetes.io/region": place.region, "topology.kubernetes.io/zone": place.zone };
  const hash = name.split("-").at(-2);
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: controlPlaneNamespace, labels: hash === undefined || hash === "istiod" ? labels : { ...labels, "pod-template-hash": hash } },
    spec: { nodeName: place.node, serviceAccountName: deploymentName(revision), containers: [discovery(revision, settings)] },
  };
}

/** What a kubelet says last of a Pod that was asked to stop, once its container has ended in order. */
export function endedStatus(status: ReturnType<typeof runningStatus>, finishedAt: string) {
  return {
    ...status,
    phase: "Succeeded",
    conditions: [{ type: "Ready", status: "False", reason: "PodCompleted", lastProbeTime: null, lastTransitionTime: finishedAt }],
    containerStatuses: status.containerStatuses.map(({ state, ...container }) => ({
      ...container,
      ready: false,
      state: { terminated: { exitCode: 0, reason: "Completed", startedAt: state.running.startedAt, finishedAt } },
    })),
  };
}

/** What a kubelet says of a Pod whose one container runs. `restarted` is the start of the run that crashed. */
export function runningStatus(
  container: string,
  place: Pick<PodPlace, "ip">,
  startedAt: string,
  restarted?: { podStartedAt: string; lastStartedAt: string; count: number },
) {
  const lastState = restarted && { terminated: { exitCode: 137, reason: "Error", startedAt: restarted.lastStartedAt, finishedAt: startedAt } };
  return {
    phase: "Running",
    startTime: restarted?.podStartedAt ?? startedAt,
    podIP: place.ip,
    podIPs: [{ ip: place.ip }],
    conditions: [{ type: "Ready", status: "True", lastProbeTime: null, lastTransitionTime: startedAt }],
    containerStatuses: [
      {
        name: container,
        image: "",
        imageID: "",
        ready: true,
        restartCount: restarted?.count ?? 0,
        state: { running: { startedAt } },
        lastState: lastState ?? {},
      },
    ],
  };
}
