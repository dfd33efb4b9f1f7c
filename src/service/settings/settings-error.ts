/** A setting, file or argument of the operator that cannot be used. The message says what to do. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** An invalid command line; the process ends with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
