import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import type {FastifyBaseLogger} from 'fastify';
import Type from 'typebox';
import {logLevels, type LogLevel} from '../settings/settings.js';
import type {Siblings} from '../siblings.js';
import {adminOf} from './admin-port.js';

const Level = Type.Object(
  {level: Type.Unsafe<LogLevel>(Type.Enum([...logLevels]))},
  {additionalProperties: false},
);

export interface LogLevelOptions {
  /** Of the service; the admin port's own follows it. */
  log: FastifyBaseLogger;
  siblings: Siblings;
}

/**
 * `GET` and `PUT /log-level`: what is logged, of all processes. It lasts until they end; SEALED_CAPTURE_LOG counts at the
 * next start, also of a process that takes the place of another.
 */
export const logLevelRoute: FastifyPluginAsyncTypebox<LogLevelOptions> = (app, options) => {
  const {log, siblings} = options;
  siblings.answer('log-level', (level) => {
    for (const one of [log, app.log]) one.level = String(level);
    return Promise.resolve(level);
  });
  const response = {
    200: Level,
  };
  app.get('/log-level', {schema: {summary: 'What is logged', response}}, () => ({
    level: log.level as LogLevel,
  }));
  app.put(
    '/log-level',
    {schema: {summary: 'Change what is logged', body: Level, response}},
    async (request) => {
      const {level} = request.body;
      const admin = adminOf(request);
      // At the level of before or of then, whichever shows it.
      log.warn({level, admin}, 'What is logged is changed.');
      await siblings.ask('log-level', level);
      log.warn({level, admin}, 'What is logged was changed.');
      return {level};
    },
  );
  return Promise.resolve();
};
