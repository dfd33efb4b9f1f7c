import type {MetricData, ResourceMetrics} from '@opentelemetry/sdk-metrics';

/** What one process of the service has collected. */
export interface ProcessMetrics {
  /** From 1, and the same for a process that takes the place of one that ended. */
  process: number;
  metrics: readonly MetricData[];
}

/** The metrics without what names the process and the library. */
export const metricsIn = ({scopeMetrics}: ResourceMetrics): MetricData[] =>
  scopeMetrics.flatMap(({metrics}) => metrics);

/** One list for all processes: each metric once, each of its points with the attribute `process`. */
export function mergeProcesses(all: readonly ProcessMetrics[]): MetricData[] {
  const merged = new Map<string, MetricData>();
  for (const {process, metrics} of all) {
    for (const metric of metrics) {
      const {name} = metric.descriptor;
      const dataPoints = metric.dataPoints.map((point) => ({
        ...point,
        attributes: {...point.attributes, process: String(process)},
      }));
      const before = merged.get(name)?.dataPoints ?? [];
      // The points of one metric are all of one kind, which the types cannot say of two of them.
      merged.set(name, {...metric, dataPoints: [...before, ...dataPoints]} as MetricData);
    }
  }
  return [...merged.values()];
}
