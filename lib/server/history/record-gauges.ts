import type { EventTime } from "@/lib/domain/history/ending-evidence";
import { type GaugeValues, sameGaugeValues } from "@/lib/domain/history/gauge";
import { earlierOf } from "@/lib/domain/object/timestamp";
import type { SourceName } from "@/lib/domain/source/source";
import { storedName } from "@/lib/server/cluster/kinds";
import type { GaugeKey, HistoryRecord } from "./history-record";
import type { OpenVersionReader } from "./open-versions";
import { momentOf, type Source, type Windows } from "./windows";

export interface GaugeRecorderParts {
  readonly windows: Windows;
  readonly history: OpenVersionReader;
  readonly now: () => number;
  readonly append: (records: readonly HistoryRecord[]) => void;
  /** Sets the gauges that are set from time to time. `open`: gauges that the history has open. */
  readonly refresh: (open: readonly GaugeKey[]) => void;
}

/** A series of numbers that is no object: of what sort it is, whose, and the recorded source that it rests on. */
export interface Gauge extends Omit<GaugeKey, "source"> {
  readonly source: SourceName;
}

/** Gauges that the history has not ended, and when any recorder saw their source last. */
interface OpenGauges {
  readonly lastSeen: number | null;
  readonly keys: readonly GaugeKey[];
}

/** Takes what gauges are. */
export interface GaugeSink {
  /** The numbers of a gauge from now on; null = it ended. Equal numbers are no change. `notBefore`: set where the change may be older. */
  setGauge(gauge: Gauge, values: GaugeValues | null, notBefore?: number | null): void;
}

/** Turns what gauges are into records: one for each change, while the source that the gauge rests on is recorded. */
export class GaugeRecorder implements GaugeSink {
  readonly #current = new Map<string, { readonly gauge: Gauge; readonly values: GaugeValues }>();

  constructor(private readonly parts: GaugeRecorderParts) {}

  setGauge(gauge: Gauge, values: GaugeValues | null, notBefore: number | null = null): void {
    const key = nameOf(gauge);
    const before = this.#current.get(key)?.values ?? null;
    if (values === null) this.#current.delete(key);
    else this.#current.set(key, { gauge, values });
    const source = this.parts.windows.covering(gauge.cluster, gauge.source, gauge.namespace);
    if (source?.recording !== true || sameGaugeValues(before, values)) return;
    const moment = momentOf(source, this.parts.now(), "seen");
    this.#write(gauge, values, { at: moment.at, notBefore: earlierOf(moment.notBefore, notBefore) });
  }

  /** What the history has open of the gauges of a source. */
  async open({ cluster, watched, namespace, seenTo }: Source): Promise<OpenGauges> {
    const { history } = this.parts;
    const lastSeen = (await history.lastSeen(cluster, storedName(watched), namespace)) ?? seenTo;
    return { lastSeen, keys: await history.openGauges(cluster, storedName(watched), namespace) };
  }

  /** Compares the gauges of a source with what the history has open, before the source is recorded: what is known already is no news. */
  adopt(source: Source, { lastSeen, keys }: OpenGauges): void {
    this.parts.refresh(keys);
    const at = this.parts.now();
    const moment = { at, notBefore: lastSeen === null ? null : Math.min(lastSeen, at) };
    for (const { gauge, values } of this.#current.values()) if (isOf(source, gauge)) this.#write(gauge, values, moment);
    for (const key of keys) {
      const gauge = { ...key, source: source.watched };
      if (!this.#current.has(nameOf(gauge))) this.#write(gauge, null, moment);
    }
  }

  #write({ source, ...gauge }: Gauge, values: GaugeValues | null, moment: EventTime): void {
    this.parts.append([{ kind: "gauge", gauge: { ...gauge, source: storedName(source) }, moment, values }]);
  }
}

function isOf({ cluster, watched, namespace }: Source, gauge: Gauge): boolean {
  return gauge.cluster === cluster && gauge.source === watched && (namespace === "*" || namespace === gauge.namespace);
}

function nameOf({ cluster, source, namespace, kind, name }: Gauge): string {
  return [cluster, source, namespace, kind, name].join("\n");
}
