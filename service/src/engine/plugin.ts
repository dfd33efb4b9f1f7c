import fp from 'fastify-plugin';
import {compileEngine} from '@sealed-capture/seal/node/engine-module.js';
import {EnginePool} from './engine-pool.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The threads that read, check and seal files. */
    engine: EnginePool;
  }
}

/** Starts the threads of the engine, which end with the service. */
export default fp(
  async (app) => {
    const {metrics, settings, trust} = app;
    const {threads, queueLength, jobTimeout, engineMemory, imageLimit, audioLimit} = settings;
    const engine = await EnginePool.start({
      metrics,
      trust: (environment) => trust.of(environment).shared,
      threads,
      queueLength,
      jobTimeout,
      workerData: {
        engine: await compileEngine(engineMemory),
        engineMemory,
        imageLimit,
        audioLimit,
      },
    });
    app.addHook('onClose', () => engine.close());
    app.decorate('engine', engine);
    metrics.watch('sealed_capture_queue_length', () => [[engine.waiting]]);
    metrics.watch('sealed_capture_threads', () => [[engine.threads]]);
    metrics.watch('sealed_capture_threads_busy', () => [[engine.busy]]);
  },
  {name: 'engine', dependencies: ['metrics', 'certificates']},
);
