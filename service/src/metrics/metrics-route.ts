import type {FastifyPluginAsync} from 'fastify';
import type {Siblings} from '../processes/siblings.js';
import {mergeProcesses, metricsIn, type ProcessMetrics} from './merge-processes.js';
import type {CollectedMetrics} from './metrics.js';

const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';

export interface MetricsRouteOptions {
  metrics: CollectedMetrics;
  siblings: Siblings;
}

/** `GET /metrics`: the metrics of all processes, in the format of Prometheus. */
export const metricsRoute: FastifyPluginAsync<MetricsRouteOptions> = async (
  app,
  {metrics, siblings},
) => {
  const {PrometheusSerializer} = await import('@opentelemetry/exporter-prometheus');
  const serializer = new PrometheusSerializer('', false, undefined, true, true);
  // Each process adds one, so that the sum is the number that answered.
  metrics.watch('sealed_capture_processes', () => [[1]]);
  siblings.answer('metrics', async () => metricsIn(await metrics.collect()));
  app.get('/metrics', async (_request, reply) => {
    const all = (await siblings.ask('metrics')).map(
      ({process, answer}) => ({process, metrics: answer}) as ProcessMetrics,
    );
    const {resource, scopeMetrics} = await metrics.collect();
    const scope = scopeMetrics[0]?.scope ?? {name: ''};
    const text = serializer.serialize({
      resource,
      scopeMetrics: [{scope, metrics: mergeProcesses(all)}],
    });
    return reply.type(PROMETHEUS).send(text);
  });
};
