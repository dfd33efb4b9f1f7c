/** Why a file could not be read. */
export type UnreadableCode =
  'not_found' | 'not_permitted' | 'not_media' | 'too_large' | 'read_failed';

/** A path of which nothing can be said. */
export interface Unreadable {
  name: 'unreadable';
  path: string;
  code: UnreadableCode;
  /** One plain sentence. */
  message: string;
}

const reasons: Partial<Record<string, [UnreadableCode, string]>> = {
  ENOENT: ['not_found', 'There is no such file.'],
  ENOTDIR: ['not_found', 'There is no such file.'],
  ELOOP: ['not_found', 'It is a link that leads to itself.'],
  EACCES: ['not_permitted', 'It may not be read by this user.'],
  EPERM: ['not_permitted', 'It may not be read by this user.'],
};

/** From an error of the file system; any other error is thrown again. */
export function unreadable(path: string, error: unknown): Unreadable {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
  const known = reasons[String(error.code)];
  const [code, message] = known ?? ['read_failed', `It cannot be read (${String(error.code)}).`];
  return {name: 'unreadable', path, code, message};
}
