import {monitorEventLoopDelay} from 'node:perf_hooks';
import type {FastifyInstance} from 'fastify';
import type {Metrics} from './metrics.js';

const NANOSECONDS = 1e9;
/** Sampling interval of the event loop in milliseconds. */
const RESOLUTION_MS = 10;

/** Reports the resources of this process, until the service closes. */
export function watchProcess(app: FastifyInstance, metrics: Metrics): void {
  const delay = monitorEventLoopDelay({resolution: RESOLUTION_MS});
  delay.enable();
  app.addHook('onClose', (_app, done) => {
    delay.disable();
    done();
  });
  metrics.watch('sealed_capture_event_loop_delay_seconds', () => {
    // The delay counts from the time of the planned sample, so that an idle loop has none.
    const seconds = (value: number) => Math.max(0, value / NANOSECONDS - RESOLUTION_MS / 1000);
    const values = [
      [seconds(delay.percentile(50)), {quantile: '0.5'}],
      [seconds(delay.percentile(99)), {quantile: '0.99'}],
      [seconds(delay.max), {quantile: '1'}],
    ] as const;
    delay.reset();
    return values;
  });
  metrics.watch('sealed_capture_memory_bytes', () => {
    const {rss, heapUsed, external, arrayBuffers} = process.memoryUsage();
    return [
      [rss, {kind: 'rss'}],
      [heapUsed, {kind: 'heap'}],
      [external, {kind: 'external'}],
      [arrayBuffers, {kind: 'buffers'}],
    ];
  });
  metrics.watch('sealed_capture_cpu_seconds', () => {
    const {user, system} = process.cpuUsage();
    return [
      [user / 1e6, {mode: 'user'}],
      [system / 1e6, {mode: 'system'}],
    ];
  });
  metrics.watch('sealed_capture_uptime_seconds', () => [[process.uptime()]]);
}
