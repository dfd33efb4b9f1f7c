import {createHash} from 'node:crypto';

/** An endless sequence of numbers from 0 to 1 that depends only on these words. */
export function* randomNumbers(...words: (string | number)[]): Generator<number, never> {
  for (let block = 0; ; block++) {
    const hash = createHash('sha256')
      .update(JSON.stringify([...words, block]))
      .digest();
    for (let at = 0; at < hash.length; at += 4) yield hash.readUInt32BE(at) / 2 ** 32;
  }
}

/** Chooses a key by weight. */
export function drawn<T extends string>(weights: Readonly<Record<T, number>>, random: number): T {
  const entries = Object.entries(weights) as [T, number][];
  let left = random * entries.reduce((sum, [, weight]) => sum + weight, 0);
  const found = entries.find(([, weight]) => (left -= weight) < 0);
  const [last] = entries.slice(-1);
  const [name] = found ?? last ?? [];
  if (name === undefined) throw new Error('There is nothing to draw from.');
  return name;
}

/** A UUID that depends only on these words. */
export function uuidOf(...words: (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}
