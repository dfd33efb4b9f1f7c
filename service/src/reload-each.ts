import type {FastifyBaseLogger} from 'fastify';
import {SettingsError} from './settings/settings-error.js';

/**
 * Reloads parts of the service separately, so that a fault in one does not stop the others.
 *
 * @param parts functions by a description of what each reads
 * @throws {SettingsError} naming all that could not be read, and why
 */
export async function reloadEach(
  log: Pick<FastifyBaseLogger, 'error'>,
  parts: Readonly<Record<string, () => Promise<void>>>,
): Promise<void> {
  const failures: string[] = [];
  for (const [what, read] of Object.entries(parts)) {
    try {
      await read();
    } catch (err) {
      const reason =
        err instanceof SettingsError ? err.message : 'An unexpected error, see the log.';
      log.error({reason, err}, `Not read anew: ${what}.`);
      failures.push(...`Not read anew: ${what}. ${reason}`.split('\n'));
    }
  }
  if (failures.length > 0) throw new SettingsError(failures);
}
