/** Lets all promises settle that can, after what the caller does or waits for first. */
export async function settled(first?: unknown): Promise<void> {
  await first;
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
