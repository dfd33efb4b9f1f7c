import type {MetricData, ResourceMetrics} from '@opentelemetry/sdk-metrics';

/** The metrics that one process of the service has collected. */
export interface ProcessMetrics {
  /** Number of the process, from 1; a replacement has the same number. */
  process: number;
  metrics: readonly MetricData[];
}

/** The metrics without the data that names the process and the library. */
export const metricsIn = ({scopeMetrics}: ResourceMetrics): MetricData[] =>
  scopeMetrics.flatMap(({metrics}) => metrics);

/** Merges the lists of all processes: each metric once, each of its points with the attribute `process`. */
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
      // The points of one metric are of one kind, which the types cannot express.
      merged.set(name, {...metric, dataPoints: [...before, ...dataPoints]} as MetricData);
    }
  }
  return [...merged.values()];
}
