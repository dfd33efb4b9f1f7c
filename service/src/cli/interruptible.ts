import {constants} from 'node:os';

/**
 * Runs a command until it is done or interrupted; sets the exit status. A second interruption ends the process at once.
 *
 * @param run resolves to the exit status
 */
export async function interruptible(run: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const interruption = new AbortController();
  const interrupt = (signal: 'SIGINT' | 'SIGTERM' | 'SIGPIPE') => {
    if (interruption.signal.aborted) process.exit(128 + constants.signals[signal]);
    process.exitCode = 128 + constants.signals[signal];
    interruption.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  // The program that reads the results has closed the pipe.
  process.stdout.on('error', () => interrupt('SIGPIPE'));
  try {
    const status = await run(interruption.signal);
    if (!interruption.signal.aborted) process.exitCode = status;
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    // Files that are still being read must not delay the exit.
    process.exit();
  }
}
