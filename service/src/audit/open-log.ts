import {fileProblem} from '../files/file-problem.js';
import {makePrivateFolder} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';
import {AuditLog} from './audit-log.js';

/**
 * Opens the audit log in this folder, which is created if it does not exist.
 * @throws {SettingsError} if that fails
 */
export async function openLog(folder: string): Promise<AuditLog> {
  await makePrivateFolder(folder);
  try {
    return await AuditLog.open(folder);
  } catch (cause) {
    const help = 'name another folder with SEALED_CAPTURE_AUDIT';
    throw new SettingsError(fileProblem(folder, 'written', cause, help), {cause});
  }
}
