import {randomUUID} from 'node:crypto';
import {isText} from '@sealed-capture/seal/model/json/loose-json.js';
import type {
  NumberedSeal,
  SetRequest,
  VouchedSet,
} from '@sealed-capture/seal/model/seal/sealed-set.js';

/** Capture id in lower case, digest that the seal binds, and hash of the signature; both in Base64. `true` follows for a closing record. */
type StoredSeal = [captureId: string, digest: string, seal: string, closing?: true];

/** What the store holds of a set. */
export interface SetState {
  /** Id of the set. */
  set: string;
  /** A seal's number is its place in the list, from 1. */
  seals: StoredSeal[];
}

/** A capture that is to be numbered. */
export interface NewInSet {
  captureId: string;
  request: SetRequest;
}

export const newSet = (): SetState => ({set: randomUUID(), seals: []});

/** @throws {Error} if another program has written it. There is no schema: checking a thousand seals with one takes ten milliseconds. */
export function parseState(stored: Uint8Array): SetState {
  const {set, seals} = JSON.parse(new TextDecoder().decode(stored)) as Partial<SetState>;
  if (typeof set !== 'string' || !Array.isArray(seals) || !seals.every(isStoredSeal)) {
    throw new Error('The state of a set is not in the form of this service.');
  }
  return {set, seals};
}

const isStoredSeal = (seal: unknown): boolean => {
  if (!Array.isArray(seal)) return false;
  const [captureId, digest, hash, closing, ...more] = seal as unknown[];
  const isClosing = closing === undefined || closing === true;
  return [captureId, digest, hash].every(isText) && isClosing && more.length === 0;
};

export const serializeState = (state: SetState): Buffer => Buffer.from(JSON.stringify(state));

/** What the next seal of the set says of it. */
export function nextIn({set, seals}: SetState, {captureId, request}: NewInSet): VouchedSet {
  const id = captureId.toLowerCase();
  const previous = seals.at(-1)?.[2];
  // The first of several: each later one names the same.
  const again = 1 + seals.findIndex(([one]) => one === id);
  return {
    set,
    index: seals.length + 1,
    ...(previous !== undefined && {previous}),
    ...(again > 0 && {again}),
    ...(request.closing && {
      seals: seals.map(([of, bound, seal, closing], i) => ({
        index: i + 1,
        captureId: of,
        digest: bound,
        seal,
        ...(closing && {closing}),
      })),
    }),
  };
}

export const withSeal = (
  {set, seals}: SetState,
  {captureId, digest, seal, closing}: NumberedSeal,
): SetState => {
  const stored: StoredSeal = [captureId.toLowerCase(), digest, seal];
  if (closing) stored.push(closing);
  return {set, seals: [...seals, stored]};
};
