import type {Pkcs11Setting} from '../settings/signer-setting.js';

/** Requests to the thread of a PKCS #11 module. */
export type Pkcs11Call =
  /** Finds token and key again, and drops those that were found before. */
  {id: number; name: 'open'; pin?: string} | {id: number; name: 'sign'; digest: Uint8Array};

export type Pkcs11Answer =
  | {id: number; name: 'opened'}
  | {id: number; name: 'signed'; signature: Uint8Array}
  /** setting: the operator has to correct a setting. pin: the same, and another attempt could lock the token. */
  | {id: number; name: 'failed'; reason: string; kind: 'passing' | 'setting' | 'pin'};

export interface Pkcs11WorkerData {
  /** Address of graphene-pk11. */
  library: string;
  setting: Omit<Pkcs11Setting, 'pin'>;
}
