import {createClient, RESP_TYPES} from 'redis';

/** Milliseconds for a command; after that, the connection counts as dead. */
export const COMMAND_MS = 2_000;
const LONGEST_PAUSE_MS = 1_000;
const PING_MS = 10_000;

/** A client that reconnects as long as `mayRetry` allows. */
export function clientFor(url: string, mayRetry: () => boolean) {
  return createClient({
    url,
    keyPrefix: 'sealed-capture:',
    // Without a connection, commands fail at once, and clients are told to retry.
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: COMMAND_MS,
      reconnectStrategy: (retries) =>
        mayRetry() ? Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(retries, 10)) : false,
    },
  }).withTypeMapping({[RESP_TYPES.BLOB_STRING]: Buffer});
}

export type Client = ReturnType<typeof clientFor>;
