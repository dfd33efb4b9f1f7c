import {basename, dirname} from 'node:path';

export type FileUse = 'read' | 'written' | 'made';

/** The code of the system's error, such as "ENOENT". */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/**
 * What an error of the file system means for the person who named the path, and what to do: one or two sentences.
 *
 * @param instead what to do in place of using this path, beginning with a small letter: "name another with --out"
 */
export function fileProblem(
  path: string,
  use: FileUse,
  error: unknown,
  instead = 'name another',
): string {
  const code = codeOf(error) ?? 'unknown';
  const advice = `${instead[0]?.toUpperCase()}${instead.slice(1)}.`;
  switch (code) {
    case 'ENOENT':
      if (use === 'read') return `There is no file ${path}.`;
      return use === 'made'
        ? `The folder ${path} cannot be made: its file system takes no folders there. ${advice}`
        : `There is no folder ${dirname(path)} for ${basename(path)}. ${advice}`;
    case 'ENOTDIR':
      return `A part of ${path} is a file, not a folder. ${advice}`;
    case 'EISDIR':
      return `${path} is a folder; give a file.`;
    case 'EEXIST':
      return use === 'made'
        ? `${path} is a file, not a folder. ${advice}`
        : `${path} is there already, and stays as it is. ${advice}`;
    case 'EACCES':
    case 'EPERM':
      return use === 'read'
        ? `${path} may not be read by this user. Run this as its owner, or ${instead}.`
        : `${path} may not be ${use} by this user. Run this as the owner of its folder, or ${instead}.`;
    case 'EROFS':
      return `${path} is on a file system that is read only. ${advice}`;
    case 'ENOSPC':
      return `There is no room left on the disk for ${path}. Make room, or ${instead}.`;
    default:
      return `${path} cannot be ${use} (${code}). ${advice}`;
  }
}
