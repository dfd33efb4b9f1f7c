/** Bugs that were reported, with their stacks, so that a repeated one is reported once. */
const reported = new Set<string>();

/**
 * Reports a bug of this package to the page's developer, with its stack: in the console, and as an uncaught error,
 * for a page's error tracking. `bug` is the thrown value, or the data of one that came from a worker.
 */
export function reportBug(bug: unknown): void {
  const {name = 'Error', message = String(bug), stack = ''} = bug as Partial<Error>;
  const summary = `${name}: ${withoutData(message)}`;
  const description = [summary, ...framesOf(stack)].join('\n');
  if (reported.has(description)) return;
  reported.add(description);
  const cause = Object.assign(new Error(summary), {name, stack: description});
  const error = new Error(`An error in sealed-capture itself: ${summary}`, {cause});
  Object.assign(error, {name: 'SealedCaptureError', code: 'internal_error', stack: description});
  console.error(error);
  reportError(error);
}

/**
 * Removes data: engines repeat values in their messages, in quotation marks or as long runs, and a location is a
 * number with decimals.
 */
const withoutData = (message: string): string =>
  message.slice(0, 300).replace(/"[^"]*"?|[\w.+/=-]{32,}|-?\d+\.\d+/g, '…');

/** The lines of a stack that name a position in a script, without the query of its address. */
const framesOf = (stack: string): string[] =>
  stack
    .split('\n')
    .filter((line) => /:\d+:\d+\)?$/.test(line))
    .map((line) => line.replace(/[?#][^:)]*/g, ''));
