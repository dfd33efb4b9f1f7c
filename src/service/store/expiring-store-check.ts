import {openDatabases} from './expiring-store-embedded.js';
import {DAMAGED} from './expiring-store-file.js';

// A program: reads all of a store, and ends with 0 where it can, with DAMAGED or by a signal where it cannot.

const [, , folder = '', flush] = process.argv;
/** MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_PANIC, MDB_VERSION_MISMATCH, MDB_INVALID */
const damages: readonly unknown[] = [-30797, -30796, -30795, -30794, -30793];

try {
  const {root, values, times} = openDatabases(folder, flush === 'always' ? flush : 'at-close');
  for (const entry of values.getRange({})) void entry;
  for (const entry of times.getRange({})) void entry;
  await root.close();
} catch (error) {
  if (!(error instanceof Error && 'code' in error && damages.includes(error.code))) throw error;
  process.exitCode = DAMAGED;
}
