/** A store did not answer in time. The operation may still happen. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/**
 * Resolves with a store's answer.
 * @param milliseconds time limit
 * @throws {TooSlow}
 */
export async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooSlow('The store does not answer.')), milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
