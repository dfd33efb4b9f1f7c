// One limit for everything that reads a file with the engine: the service, the command, and the page. What exceeds it is
// answered with `beyondLimits`.

const MIB = 1024 * 1024;

/**
 * Most memory of an engine in bytes. A JPEG takes about 6.5 times its size, other files about twice theirs; files of
 * more than 64 MiB are read by ranges.
 */
export const ENGINE_MEMORY = 512 * MIB;

/** Milliseconds that an engine may work on one file in memory. */
export const ENGINE_TIME_MS = 10_000;

/** Further milliseconds for each MiB of a file that is read by ranges: slow disks read 10 MiB in a second. */
export const ENGINE_TIME_PER_MIB_MS = 100;
