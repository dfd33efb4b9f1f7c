// Preloaded into the service's process: reports its event loop delay and memory to the bench.
import {monitorEventLoopDelay} from 'node:perf_hooks';
import {isMainThread} from 'node:worker_threads';

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({resolution: 10});
  delay.enable();
  process.on('message', (question) => {
    if (question === 'reset') delay.reset();
    process.send({
      /** Milliseconds, including the sampling interval of 10. */
      delayP99: delay.percentile(99) / 1e6,
      /** Peak memory in bytes. */
      peakMemory: process.resourceUsage().maxRSS * 1024,
      memory: process.memoryUsage.rss(),
      /** Processor time since the start, in milliseconds. */
      processorTime: (({user, system}) => (user + system) / 1000)(process.cpuUsage()),
    });
  });
  // The channel does not keep the service alive when it is told to end.
  process.channel?.unref();
}
