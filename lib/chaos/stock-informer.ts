import { KubeConfig, type KubernetesListObject, type KubernetesObject, ListWatch, Watch } from "@kubernetes/client-node";
import { firstDifference } from "./compare";
import type { StartContender } from "./contender";
import { fastClock, SPEED } from "./fast-clock";
import { PLURAL } from "./fleet-script";

const PATH = `/apis/networking.istio.io/v1/${PLURAL}`;

/** Its limits and delays at the same speed as ours; the documented way back after an error is to start it again after five seconds. */
const LIMIT_MS = 30_000 / SPEED;
const RESTART_MS = 5_000 / SPEED;

/** The informer of `@kubernetes/client-node`, used as its documentation says, with a limit for lists, which it lacks. */
export const startStockInformer: StartContender = async (api) => {
  const config = new KubeConfig();
  config.loadFromClusterAndUser({ name: "fake", server: api.url, skipTLSVerify: true }, { name: "nobody" });
  const watch = new Watch(config);
  // Its limit is no setting.
  Reflect.set(watch, "requestTimeoutMs", LIMIT_MS);
  const delayFn = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms / SPEED));
  const informer = new ListWatch(PATH, watch, () => listed(api.url + PATH), false, undefined, undefined, { delayFn });
  let restart: NodeJS.Timeout | null = null;
  let stopped = false;
  // It has timers of its own; the clock only measures how long it is waited for.
  const clock = fastClock();
  const begin = () => {
    restart = null;
    informer.start().catch(later);
  };
  function later(): void {
    if (!stopped) restart ??= setTimeout(begin, RESTART_MS);
  }
  informer.on("error", later);
  begin();
  return {
    difference: () => firstDifference("cache", sorted([...api.collection(PLURAL).objects.values()]), sorted(informer.list())),
    disturb: () => null,
    heal: () => undefined,
    async stop() {
      stopped = true;
      if (restart !== null) clearTimeout(restart);
      await informer.stop();
      clock.stop();
    },
  };
};

async function listed(url: string): Promise<KubernetesListObject<KubernetesObject>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) });
  if (!response.ok) throw Object.assign(new Error(response.statusText), { statusCode: response.status });
  return (await response.json()) as KubernetesListObject<KubernetesObject>;
}

interface Held {
  readonly metadata?: { readonly uid?: string; readonly namespace?: string; readonly name?: string; readonly resourceVersion?: string };
}

function sorted(objects: readonly Held[]): readonly string[] {
  return objects.map(({ metadata }) => `${metadata?.uid} ${metadata?.namespace}/${metadata?.name}@${metadata?.resourceVersion}`).sort();
}
