/** Why a file could not be read. */
export type UnreadableCode =
  | 'not_found'
  | 'not_permitted'
  | 'not_media'
  | 'too_large'
  | 'read_failed';

/** A path whose file could not be read. */
export interface Unreadable {
  name: 'unreadable';
  path: string;
  code: UnreadableCode;
  /** A plain sentence. */
  message: string;
}

const reasons: Partial<Record<string, [UnreadableCode, string]>> = {
  ENOENT: ['not_found', 'There is no such file.'],
  ENOTDIR: ['not_found', 'There is no such file.'],
  ELOOP: ['not_found', 'It is a link that leads to itself.'],
  EACCES: ['not_permitted', 'It may not be read by this user.'],
  EPERM: ['not_permitted', 'It may not be read by this user.'],
};

/** Makes the outcome for an error of the file system; any other error is thrown again. */
export function unreadable(path: string, error: unknown): Unreadable {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
  const known = reasons[String(error.code)];
  const [code, message] = known ?? ['read_failed', `It cannot be read (${String(error.code)}).`];
  return {name: 'unreadable', path, code, message};
}
