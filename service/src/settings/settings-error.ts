import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';

/**
 * A setting, file or argument of the operator that cannot be used. The message says what to do. It is safe to print:
 * it may quote names and texts of strangers, and has a line break only between the given lines.
 */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(lines: string | readonly string[], options?: ErrorOptions) {
    super([lines].flat().map(visibleText).join('\n'), options);
  }
}

/** An invalid command line; the process ends with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(line: string, options?: ErrorOptions) {
    super(visibleText(line), options);
  }
}
