/** Waits until pending promises have settled, after the caller's own promise, whose result it returns. */
export async function settled<Result>(
  first?: Result | PromiseLike<Result>,
): Promise<Result | undefined> {
  const result = await first;
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  return result;
}
