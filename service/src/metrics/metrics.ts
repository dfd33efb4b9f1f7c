import type {Attributes} from '@opentelemetry/api';
import type {ResourceMetrics} from '@opentelemetry/sdk-metrics';
import {VERSION} from '@sealed-capture/seal/model/version.js';
import {
  instruments,
  type Counter,
  type Gauge,
  type Histogram,
  type Instrument,
} from './instruments.js';

/** A gauge's value, with the attributes that distinguish it from others of the same gauge. */
export type Reading = readonly [value: number, attributes?: Attributes];

/** Receives the service's measurements. No attribute may have unlimited values: no key, no capture, no location. */
export interface Metrics {
  /**
   * Adds to a counter.
   * @param many default 1
   */
  count(name: Counter, attributes: Attributes, many?: number): void;
  record(name: Histogram, seconds: number, attributes: Attributes): void;
  /** Registers a gauge; `read` is called at each collection. */
  watch(name: Gauge, read: () => readonly Reading[]): void;
}

/** Metrics whose values can be collected. */
export interface CollectedMetrics extends Metrics {
  /** Collects the metrics of this process. */
  collect(): Promise<ResourceMetrics>;
}

/** Ignores all measurements. */
export const noMetrics: Metrics = {
  count: () => undefined,
  record: () => undefined,
  watch: () => undefined,
};

/**
 * Starts to collect with OpenTelemetry, which is imported only here, so that a service without metrics does not
 * load it.
 */
export async function openMetrics(): Promise<CollectedMetrics> {
  const {MeterProvider, MetricReader} = await import('@opentelemetry/sdk-metrics');
  /** A reader that collects on demand. */
  class Reader extends MetricReader {
    protected override onForceFlush = (): Promise<void> => Promise.resolve();
    protected override onShutdown = (): Promise<void> => Promise.resolve();
  }
  const reader = new Reader();
  const meter = new MeterProvider({readers: [reader]}).getMeter('sealed-capture', VERSION);
  const counters = new Map<Counter, ReturnType<typeof meter.createCounter>>();
  const histograms = new Map<Histogram, ReturnType<typeof meter.createHistogram>>();
  for (const [name, one] of Object.entries<Instrument>(instruments)) {
    const options = {
      description: one.description,
      unit: one.unit,
      ...(one.buckets && {advice: {explicitBucketBoundaries: [...one.buckets]}}),
    };
    if (one.kind === 'counter') {
      counters.set(name as Counter, meter.createCounter(name, options));
    } else if (one.kind === 'histogram') {
      histograms.set(name as Histogram, meter.createHistogram(name, options));
    }
  }
  return {
    count: (name, attributes, many = 1) => counters.get(name)?.add(many, attributes),
    record: (name, seconds, attributes) => histograms.get(name)?.record(seconds, attributes),
    watch: (name, read) => {
      const {description, unit} = instruments[name];
      meter.createObservableGauge(name, {description, unit}).addCallback((result) => {
        for (const [value, attributes] of read()) result.observe(value, attributes);
      });
    },
    collect: async () => (await reader.collect()).resourceMetrics,
  };
}
