// Preloaded into the service's process: tells the bench about its event loop and its memory.
import {monitorEventLoopDelay} from 'node:perf_hooks';
import {isMainThread} from 'node:worker_threads';

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({resolution: 10});
  delay.enable();
  process.on('message', (question) => {
    if (question === 'reset') delay.reset();
    process.send({
      /** Milliseconds, with the sampling interval of 10 in them. */
      delayP99: delay.percentile(99) / 1e6,
      /** Bytes, the most there ever was. */
      peakMemory: process.resourceUsage().maxRSS * 1024,
      memory: process.memoryUsage.rss(),
      /** Milliseconds of processor time since the start. */
      processorTime: (({user, system}) => (user + system) / 1000)(process.cpuUsage()),
    });
  });
  // The service ends when it is told to, whether the bench still listens or not.
  process.channel?.unref();
}
