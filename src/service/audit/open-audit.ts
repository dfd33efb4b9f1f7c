import type {FastifyInstance} from 'fastify';
import {fileProblem} from '../files/file-problem.js';
import {makePrivateFolder} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';
import {AuditLog} from './audit-log.js';

/** Goes on with the log of this folder, which is made where it is not there. @throws {SettingsError} in words */
export async function openLog(folder: string): Promise<AuditLog> {
  await makePrivateFolder(folder);
  try {
    return await AuditLog.open(folder);
  } catch (cause) {
    const help = 'name another folder with SEALED_CAPTURE_AUDIT';
    throw new SettingsError(fileProblem(folder, 'written', cause, help), {cause});
  }
}

/** The same, until the service is closed. */
export async function openAudit(app: FastifyInstance, folder: string): Promise<AuditLog> {
  const log = await openLog(folder);
  app.addHook('onClose', () => log.close());
  return log;
}
