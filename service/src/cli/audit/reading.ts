import {readSettings} from '../../settings/settings.js';
import {SettingsError, UsageError} from '../../settings/settings-error.js';
import {fileProblem} from '../../files/file-problem.js';
import {Output} from '../../inspection/output.js';

/** The folder of the log: as given, or as in the settings. */
export function folderOf(given: string | undefined): string {
  const folder = given ?? readSettings(process.env).auditFolder;
  if (folder === undefined) {
    throw new UsageError('Give --folder, or set SEALED_CAPTURE_AUDIT as for the service.');
  }
  return folder;
}

/** Turns an error of the file system into a sentence. */
export async function reading<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    throw new SettingsError(fileProblem(path, 'read', cause, 'name another with --folder'), {
      cause,
    });
  }
}

const output = new Output(process.stdout, process.stderr, false);
export const write = (text: string): Promise<void> => output.write(text);

/** The lines of a text that are not empty. */
export const linesOfText = (text: string): string[] =>
  text.split('\n').filter((line) => line.trim() !== '');
