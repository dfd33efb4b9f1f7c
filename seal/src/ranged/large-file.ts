/**
 * Bytes from which on a file is read by ranges. Below, the whole file is in memory while it is read, which is faster.
 * The engine itself copies Blobs of up to 50 MB.
 */
export const LARGE_FILE = 64 * 1024 * 1024;
