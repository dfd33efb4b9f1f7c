import type {FastifyInstance} from 'fastify';
import type {ReadyOptions} from './ready.js';

/** What the routes of health read; they are on the service's port and on the admin port. */
export const healthOf = ({
  isClosing,
  environments,
  stores,
  audit,
  trustLists,
}: FastifyInstance): ReadyOptions => ({
  isClosing,
  hasSigner: (environment) => environments.sealer(environment) !== undefined,
  obstacle: (environment) => environments.obstacle(environment),
  isSigning: (environment) => environments.isSigning(environment),
  time: () => environments.sealer('live')?.time,
  answers: stores.answers,
  keys: stores.lasting,
  isAuditWorking: () => audit?.isWorking,
  listsOf: () => trustLists.official.signers.issued,
});
