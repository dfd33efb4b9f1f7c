import type {DatabaseSyncInstance} from '@photostructure/sqlite';

/** The key's UUID, and the colon before it. */
const SUFFIX = 37;

/** Replacing a row is then a deletion for triggers, too. */
export const USAGE_PRAGMA = 'PRAGMA recursive_triggers = ON;';

const change = (row: 'NEW' | 'OLD', sign: '+' | '-') => `
  INSERT INTO usage VALUES
    (substr(${row}.key, 1, length(${row}.key) - ${SUFFIX}), ${sign}1, ${sign}length(${row}.value)),
    ('', ${sign}1, ${sign}length(${row}.value))
  ON CONFLICT (owner) DO UPDATE SET entries = entries + excluded.entries, bytes = bytes + excluded.bytes;`;
const isAnswer = (row: 'NEW' | 'OLD') => `substr(${row}.key, 1, 7) = 'answer:'`;

const SCHEMA = `
  CREATE TABLE usage (owner TEXT PRIMARY KEY, entries INTEGER NOT NULL, bytes INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO usage SELECT substr(key, 1, length(key) - ${SUFFIX}), count(*), sum(length(value))
    FROM entries WHERE substr(key, 1, 7) = 'answer:' GROUP BY 1;
  INSERT INTO usage SELECT '', coalesce(sum(entries), 0), coalesce(sum(bytes), 0) FROM usage;
  CREATE TRIGGER usageAdded AFTER INSERT ON entries WHEN ${isAnswer('NEW')} BEGIN ${change('NEW', '+')} END;
  CREATE TRIGGER usageRemoved AFTER DELETE ON entries WHEN ${isAnswer('OLD')} BEGIN ${change('OLD', '-')}
    DELETE FROM usage WHERE entries <= 0 AND owner <> '';
  END;`;

const TABLE = `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'usage'`;
const OWN = "SELECT owner, entries, bytes FROM usage WHERE owner IN (?, '')";
const OWNERS = `SELECT count(*) - 1 AS owners FROM usage`;

/** Has the table of entries count what each owner has: answers, by what stands before the UUID of their key. */
export function useUsage(database: DatabaseSyncInstance): void {
  if (!database.prepare(TABLE).get()) database.exec(SCHEMA);
}

interface Usage {
  owner: string;
  entries: number;
  bytes: number;
}

/** Looks up what an owner has, what all have, and how many owners there are. */
export function ownerTotals(database: DatabaseSyncInstance) {
  const own = database.prepare(OWN);
  const count = database.prepare(OWNERS);
  return (owner: string) => {
    const rows = own.all(owner) as Usage[];
    const of = (name: string) => rows.find((row) => row.owner === name);
    const {entries = 0, bytes = 0} = of(owner) ?? {};
    const {owners} = count.get() as {owners: number};
    return {own: {entries, bytes}, all: of('')?.bytes ?? 0, owners: Math.max(1, owners)};
  };
}
