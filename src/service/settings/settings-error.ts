/** A setting, file or argument of the operator that cannot be used; its message says what to do. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** A command line that does not say what to do; the process ends with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
