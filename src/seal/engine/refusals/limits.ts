// One limit for everything that reads a file with the engine: the service, the command, and the page.

const MIB = 1024 * 1024;

/**
 * Most memory of an engine in bytes. A picture in memory takes about 6.5 times its size, and files of more than 64 MiB
 * are read by ranges. What exceeds it is answered with `beyondLimits`.
 */
export const ENGINE_MEMORY = 512 * MIB;

/** Milliseconds that the engine may work on one file in memory. */
export const ENGINE_TIME_MS = 10_000;
