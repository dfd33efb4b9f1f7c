/** The exit status of a program that SIGPIPE ends. Node ignores this signal. */
const BROKEN_PIPE = 141;

/**
 * Ends the process quietly once nobody reads its output any more, as in `sealed-capture-service keys list | head -1`.
 *
 * @param isService goes on without its output instead: a log that is not collected must not stop seals
 */
export function endWithReader(isService: boolean): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({code}: NodeJS.ErrnoException) => {
      if (!isService) process.exit(code === 'EPIPE' ? BROKEN_PIPE : 1);
    });
  }
}
