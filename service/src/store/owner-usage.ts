import type {DatabaseSyncInstance} from '@photostructure/sqlite';

/** Length of a colon and the key's UUID. */
const SUFFIX = 37;

/** With it, replacing a row also fires the triggers for deletion. */
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

/** Creates triggers that count what each owner has. The owner is the part of a key before the UUID. */
export function useUsage(database: DatabaseSyncInstance): void {
  if (!database.prepare(TABLE).get()) database.exec(SCHEMA);
}

interface Usage {
  owner: string;
  entries: number;
  bytes: number;
}

/** Prepares a query for what an owner has, what all have, and the number of owners. */
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
