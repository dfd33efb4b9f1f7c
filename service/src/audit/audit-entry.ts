import {hash} from 'node:crypto';
import type {Environment} from '../environment.js';

/**
 * An entry of the audit log about a request that changed something or was refused. It has no location, media or
 * metadata.
 */
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
  /** Id of the API key that was used, or that was changed. */
  keyId: string;
  captureId?: string;
  /** SHA-256 of the file, or the digest, that was sent; hexadecimal. */
  sha256?: string;
  /** Serial number of the certificate that sealed; hexadecimal. */
  certificate?: string;
  /** Id of the set that the seal is part of, and its number there. */
  set?: string;
  index?: number;
  /** HTTP status of a refusal, and what was requested. */
  status?: number;
  path?: string;
  /** Number of refusals that the entry stands for; undefined for one. */
  count?: number;
  /** The properties of a key that were changed. */
  changed?: string[];
  /** The administrator who changed keys over the admin port: the subject of their certificate. */
  by?: string;
}

/** The first entry of a file. */
export interface AuditBeginning {
  event: 'began';
  /** Name of the file. */
  file: string;
  /** The head of the whole log at that time. */
  after: string;
}

const HEX = /^[0-9a-f]{64}$/;
const BEFORE = '{"previous":"';
const AFTER = '",';
const LENGTH = BEFORE.length + 64;

/** The head before a file's first entry. */
export const NO_HEAD = '0'.repeat(64);

/**
 * Formats one line, without a line break. The previous head comes first, so that a check finds it without parsing
 * JSON.
 */
export const lineOf = (head: string, at: Date, entry: AuditEvent | AuditBeginning): Buffer =>
  Buffer.from(JSON.stringify({previous: head, at: at.toISOString(), ...entry}));

/** The previous head that a line names; undefined if it is not a line of an audit log. */
export function previousOf(line: Buffer): string | undefined {
  const start = line.toString('latin1', 0, LENGTH + AFTER.length);
  const head = start.slice(BEFORE.length, LENGTH);
  const isLine = start.startsWith(BEFORE) && start.endsWith(AFTER) && HEX.test(head);
  return isLine ? head : undefined;
}

const TIME = /^","at":"([^"]{24})"/;

/** The time that a line names, ISO 8601; undefined if it is not a line of an audit log. */
export const timeOf = (line: Buffer): string | undefined =>
  TIME.exec(line.toString('latin1', LENGTH, LENGTH + 33))?.[1];

export const hashOf = (line: Uint8Array): string => hash('sha256', line, 'hex');

const both = Buffer.alloc(64);

/** The head after an entry: the SHA-256 of the previous head and the line's own SHA-256, both as bytes. */
export function headAfter(head: string, lineHash: string): string {
  both.write(head, 0, 'hex');
  both.write(lineHash, 32, 'hex');
  return hash('sha256', both, 'hex');
}
