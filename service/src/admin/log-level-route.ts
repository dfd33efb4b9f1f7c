import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import type {FastifyBaseLogger} from 'fastify';
import Type from 'typebox';
import {logLevels, type LogLevel} from '../settings/settings.js';
import type {Siblings} from '../processes/siblings.js';
import {adminOf} from './admin-port.js';

const Level = Type.Object(
  {level: Type.Unsafe<LogLevel>(Type.Enum([...logLevels]))},
  {additionalProperties: false},
);

export interface LogLevelOptions {
  /** The service's logger; the admin port's own follows its level. */
  log: FastifyBaseLogger;
  siblings: Siblings;
}

/**
 * `GET` and `PUT /log-level`: reads and sets the log level of all processes. The change lasts until a process ends;
 * a new or restarted process starts with SEALED_CAPTURE_LOG.
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
      // Logged at the earlier or the new level, whichever shows it.
      log.warn({level, admin}, 'What is logged is changed.');
      await siblings.ask('log-level', level);
      log.warn({level, admin}, 'What is logged was changed.');
      return {level};
    },
  );
  return Promise.resolve();
};
