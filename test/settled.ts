/** Waits until pending promises have settled, after the caller's own promise. */
export async function settled(first?: unknown): Promise<void> {
  await first;
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
