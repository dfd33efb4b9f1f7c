import type {Quota} from '../expiring-store.js';
import type {Client} from './redis-client.js';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Counts what each owner has by the hour of its arrival, so that the counts expire by themselves. Returns 1 if the
 * value was set, 0 if there is another one, -1 if the owner's quota is used up.
 */
const PUT_WITHIN = `if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local first = tonumber(ARGV[4])
local entries, bytes = 0, 0
local counts = redis.call('HGETALL', KEYS[2])
for i = 1, #counts, 2 do
  local kind, hour = string.match(counts[i], '^(%a):(%d+)$')
  if tonumber(hour) < first then redis.call('HDEL', KEYS[2], counts[i])
  elseif kind == 'e' then entries = entries + tonumber(counts[i + 1])
  else bytes = bytes + tonumber(counts[i + 1]) end
end
if entries >= tonumber(ARGV[5]) or bytes >= tonumber(ARGV[6]) then return -1 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('HINCRBY', KEYS[2], 'e:' .. ARGV[3], 1)
redis.call('PEXPIRE', KEYS[2], ARGV[7])
return 1`;

const usageOf = ({owner}: Quota): string => `usage:${owner}`;
const hourOf = (time: number): number => Math.floor(time / HOUR_MS);

/**
 * Sets a value that does not exist.
 * @returns whether it was set, or that the owner has no room for it
 */
export async function putWithin(
  client: Client,
  key: string,
  value: Buffer,
  lifetime: number,
  quota: Quota,
): Promise<boolean | 'full'> {
  const now = Date.now();
  const numbers = [
    hourOf(now),
    hourOf(now - quota.lifetime),
    quota.entries,
    quota.bytes,
    quota.lifetime + 2 * HOUR_MS,
  ];
  const reply = await client.eval(PUT_WITHIN, {
    keys: [key, usageOf(quota)],
    arguments: [value, String(lifetime), ...numbers.map(String)],
  });
  return Number(reply) === -1 ? 'full' : Number(reply) === 1;
}

/** Counts what was added to, or removed from, an owner's values in this hour. */
export async function addUsage(
  client: Client,
  quota: Quota,
  {entries, bytes}: {entries: number; bytes: number},
): Promise<void> {
  const name = usageOf(quota);
  const hour = hourOf(Date.now());
  if (entries !== 0) await client.hIncrBy(name, `e:${hour}`, entries);
  if (bytes !== 0) await client.hIncrBy(name, `b:${hour}`, bytes);
}
