import {hash} from 'node:crypto';

/**
 * A UUID (version 8 of RFC 9562) that is always the same for the same parts, so that an event which is announced
 * twice has one id: if a process dies before it answers, the seal is made again.
 */
export function eventId(...parts: readonly string[]): string {
  const bytes = hash('sha256', JSON.stringify(parts), 'buffer').subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
