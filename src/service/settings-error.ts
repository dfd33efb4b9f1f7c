/** A setting, file or argument of the operator that cannot be used; its message says what to do. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
