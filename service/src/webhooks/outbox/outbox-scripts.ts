// Scripts that Redis runs for an outbox, each atomically. For one address, KEYS are: the sorted set of due event
// ids, the sorted set of dead letters, the hash with the bytes of each address, and the prefix of a delivery's key.
// RedisOutbox has their names, and calls them.

/**
 * Adds the deliveries in ARGV from `at` on: room and due time, then 7 values for each delivery, whose address has 4
 * KEYS from `key` on. Returns how many had no room.
 */
const ADD_ALL = `local function addAll(key, at)
  local room, dueAt, dropped = tonumber(ARGV[at]), ARGV[at + 1], 0
  local k = key
  for i = at + 2, #ARGV, 7 do
    local due, dead, bytes, prefix = KEYS[k], KEYS[k + 1], KEYS[k + 2], KEYS[k + 3]
    local id, destination, size = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 5])
    k = k + 4
    if redis.call('EXISTS', prefix .. id) == 0 then
      local has = tonumber(redis.call('HGET', bytes, destination) or '0')
      while has + size > room do
        local oldest = redis.call('ZPOPMIN', dead)
        if #oldest == 0 then break end
        has = has - tonumber(redis.call('HGET', prefix .. oldest[1], 'size') or '0')
        redis.call('DEL', prefix .. oldest[1])
      end
      if has + size > room then dropped = dropped + 1
      else
        has = has + size
        redis.call('HSET', prefix .. id, 'eventId', id, 'destination', destination, 'type', ARGV[i + 2],
          'origin', ARGV[i + 3], 'body', ARGV[i + 4], 'size', size, 'giveUpAt', ARGV[i + 6], 'attempts', 0)
        redis.call('ZADD', due, dueAt, id)
        redis.call('SADD', KEYS[key - 1], destination)
      end
      redis.call('HSET', bytes, destination, has)
    end
  end
  return dropped
end
`;

export const ADD = `${ADD_ALL}
return addAll(2, 1)`;

/**
 * Replaces a value only if it is the given one, and adds the deliveries in the same step. Returns -1 if the value
 * is another.
 */
export const REPLACE_AND_ADD = `${ADD_ALL}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return -1 end
if ARGV[3] == '' then redis.call('SET', KEYS[1], ARGV[2])
else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return addAll(3, 4)`;

export const LEASE = `local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
local leased = {}
for _, id in ipairs(ids) do
  local key = KEYS[4] .. id
  if redis.call('EXISTS', key) == 0 then redis.call('ZREM', KEYS[1], id)
  else
    redis.call('HINCRBY', key, 'attempts', 1)
    redis.call('ZADD', KEYS[1], ARGV[2], id)
    leased[#leased + 1] = redis.call('HGETALL', key)
  end
end
return leased`;

/** Removes an event id from the address's sets, and subtracts its bytes. */
const FORGET = `local function forget(id, destination)
  local key = KEYS[4] .. id
  local size = redis.call('HGET', key, 'size')
  if size then redis.call('HINCRBY', KEYS[3], destination, -size) end
  redis.call('ZREM', KEYS[1], id)
  redis.call('ZREM', KEYS[2], id)
  redis.call('DEL', key)
end
`;

export const DELIVERED = `${FORGET}
forget(ARGV[1], ARGV[2])`;

/** ARGV: event id, attempts, "retry" or "dead", time, reason, status. */
export const FAILED = `local key = KEYS[4] .. ARGV[1]
if redis.call('HGET', key, 'attempts') ~= ARGV[2] or not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return end
redis.call('HSET', key, 'reason', ARGV[5], 'status', ARGV[6])
if ARGV[3] == 'retry' then redis.call('ZADD', KEYS[1], ARGV[4], ARGV[1])
else
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
end`;

/** ARGV: destination, current time, time before which dead letters are deleted, and the reason for giving up or "". */
export const TIDY = `${FORGET}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[3])) do forget(id, ARGV[1]) end
if ARGV[4] == '' then return end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])) do
  local giveUpAt = redis.call('HGET', KEYS[4] .. id, 'giveUpAt')
  if giveUpAt and tonumber(giveUpAt) <= tonumber(ARGV[2]) then
    redis.call('ZREM', KEYS[1], id)
    redis.call('ZADD', KEYS[2], ARGV[2], id)
    redis.call('HSET', KEYS[4] .. id, 'reason', ARGV[4])
  end
end`;

export const REVIVE = `if redis.call('ZREM', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[4] .. ARGV[1], 'attempts', 0, 'giveUpAt', ARGV[3])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
return 1`;

export const DISCARD = `${FORGET}
if not redis.call('ZSCORE', KEYS[2], ARGV[1]) then return 0 end
forget(ARGV[1], ARGV[2])
return 1`;
