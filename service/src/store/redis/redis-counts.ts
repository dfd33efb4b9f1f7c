import {MOST_NETWORKS, type Count, type Counted} from '../../http/request-counts.js';
import type {Client} from './redis-client.js';

/** Opens a time window with the first call, and returns the count. */
const WINDOW = `local ttl = redis.call('PTTL', KEYS[1])
if ttl < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  ttl = tonumber(ARGV[1])
end
return {current, ttl}`;

/** Counts within a time window. */
const COUNT = `local current = redis.call('INCR', KEYS[1])
${WINDOW}`;

/**
 * Counts in a field of a hash, all of whose fields have the same window. The number of fields is limited: strangers
 * choose how many networks they come from, and could fill the memory of Redis.
 */
const COUNT_FIELD = `if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) and redis.call('HEXISTS', KEYS[1], ARGV[2]) == 0 then
  return {0, 0}
end
local current = redis.call('HINCRBY', KEYS[1], ARGV[2], 1)
${WINDOW}`;

/** @see CountingStore.count */
export async function countInRedis(
  client: Client,
  of: Counted,
  name: string,
  window: number,
): Promise<Count | undefined> {
  const reply =
    of === 'key'
      ? await client.eval(COUNT, {keys: [`count:${name}`], arguments: [`${window}`]})
      : await client.eval(COUNT_FIELD, {
          keys: ['count-networks'],
          arguments: [`${window}`, name, `${MOST_NETWORKS}`],
        });
  const [current = 0, ttl = 0] = (reply as [number, number]).map(Number);
  return current === 0 ? undefined : {current, ttl};
}
