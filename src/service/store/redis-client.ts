import {createClient, RESP_TYPES} from 'redis';

/** How long a command may take; the connection then counts as dead. */
export const COMMAND_MS = 2_000;
const LONGEST_PAUSE_MS = 1_000;
const PING_MS = 10_000;

/** A client that makes its connection anew for as long as it may. */
export function clientFor(url: string, mayRetry: () => boolean) {
  return createClient({
    url,
    keyPrefix: 'sealed-capture:',
    // Refused at once while there is no connection: whoever waits is told to come back.
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
