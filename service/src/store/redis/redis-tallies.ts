import type {Client} from './redis-client.js';

const ADD = `local value = redis.call('INCRBY', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return value`;

/** Takes a slot, by the clock of Redis, which all services share. */
const TAKE = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
redis.call('PEXPIREAT', KEYS[1], last[2])
return 1`;

/** @see Tallies.add */
export async function addInRedis(
  client: Client,
  name: string,
  by: number,
  lifetime: number,
): Promise<number> {
  const values = [String(by), String(Math.ceil(lifetime))];
  return Number(await client.eval(ADD, {keys: [`tally:${name}`], arguments: values}));
}

/** @see Tallies.take */
export async function takeInRedis(
  client: Client,
  name: string,
  holder: string,
  most: number,
  lifetime: number,
): Promise<boolean> {
  const values = [holder, String(most), String(Math.ceil(lifetime))];
  return Number(await client.eval(TAKE, {keys: [`slots:${name}`], arguments: values})) === 1;
}

/** @see Tallies.free */
export async function freeInRedis(client: Client, name: string, holder: string): Promise<void> {
  await client.zRem(`slots:${name}`, holder);
}
