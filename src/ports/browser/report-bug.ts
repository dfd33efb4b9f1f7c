/** Bugs that were reported, with their stacks: one that repeats itself is reported once. */
const reported = new Set<string>();

/**
 * Reports a bug of this package to the page's developer, with its stack: in the console, and as an uncaught error, which
 * a page's error tracking hears of. `bug` is what was thrown, also as it comes from a worker, without its class.
 */
export function reportBug(bug: unknown): void {
  const {name = 'Error', message = String(bug), stack = ''} = bug as Partial<Error>;
  const said = `${name}: ${withoutData(message)}`;
  const told = [said, ...framesOf(stack)].join('\n');
  if (reported.has(told)) return;
  reported.add(told);
  const cause = Object.assign(new Error(said), {name, stack: told});
  const error = new Error(`An error in sealed-capture itself: ${said}`, {cause});
  Object.assign(error, {name: 'SealedCaptureError', code: 'internal_error', stack: told});
  console.error(error);
  reportError(error);
}

/** Engines repeat values in their messages: in quotation marks, or as long runs. A place is a number with decimals. */
const withoutData = (message: string): string =>
  message.slice(0, 300).replace(/"[^"]*"?|[\w.+/=-]{32,}|-?\d+\.\d+/g, '…');

/** The lines that name a place in a script, without what an address may carry behind its path. */
const framesOf = (stack: string): string[] =>
  stack
    .split('\n')
    .filter((line) => /:\d+:\d+\)?$/.test(line))
    .map((line) => line.replace(/[?#][^:)]*/g, ''));
