import {hash} from 'node:crypto';
import type {Environment} from '../environment.js';

/** What the audit log keeps of a request that changed something, or was refused: no place, no media, no metadata. */
export interface AuditEvent {
  event:
    | 'sealed'
    | 'protected'
    | 'redacted'
    | 'stamped'
    | 'refused'
    | 'key-created'
    | 'key-changed'
    | 'key-rotated'
    | 'key-revoked';
  environment: Environment;
  /** Id of the API key; of whom keys were changed, the key's own. */
  keyId: string;
  captureId?: string;
  /** SHA-256 of the file that was sent or whose digest was sent, hexadecimal. */
  sha256?: string;
  /** Serial number of the certificate that sealed, hexadecimal. */
  certificate?: string;
  /** Of a refusal: the HTTP status, and what was asked for. */
  status?: number;
  path?: string;
  /** Of a changed key: what of it was changed. */
  changed?: string[];
  /** Who changed keys over the admin port: the subject of their certificate. */
  by?: string;
}

/** The first entry of a file: which ones it goes on from, each by its head at that time. */
export interface AuditBeginning {
  event: 'began';
  after: Record<string, string>;
}

const HEX = /^[0-9a-f]{64}$/;
const BEFORE = '{"previous":"';
const AFTER = '",';
const LENGTH = BEFORE.length + 64;

/** The head before a file's first entry. */
export const NO_HEAD = '0'.repeat(64);

/** One line, without its end. The head before it stands first, so that a check finds it without reading JSON. */
export const lineOf = (head: string, at: Date, entry: AuditEvent | AuditBeginning): Buffer =>
  Buffer.from(JSON.stringify({previous: head, at: at.toISOString(), ...entry}));

/** The head that a line names; undefined where it is no line of an audit log. */
export function previousOf(line: Buffer): string | undefined {
  const start = line.toString('latin1', 0, LENGTH + AFTER.length);
  const head = start.slice(BEFORE.length, LENGTH);
  const isLine = start.startsWith(BEFORE) && start.endsWith(AFTER) && HEX.test(head);
  return isLine ? head : undefined;
}

export const hashOf = (line: Uint8Array): string => hash('sha256', line, 'hex');

const both = Buffer.alloc(64);

/** The head after an entry: SHA-256 of the head before it and of the line's own SHA-256, both as bytes. */
export function headAfter(head: string, lineHash: string): string {
  both.write(head, 0, 'hex');
  both.write(lineHash, 32, 'hex');
  return hash('sha256', both, 'hex');
}
