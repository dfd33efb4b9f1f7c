/** A command line that does not say what to do; the process ends with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
