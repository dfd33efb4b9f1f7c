import type {Pkcs11Setting} from '../settings/signer-setting.js';

/** What the thread of a PKCS #11 module is asked. */
export type Pkcs11Call =
  /** Finds the token and the key anew; whatever was found before is given up. */
  {id: number; name: 'open'; pin?: string} | {id: number; name: 'sign'; digest: Uint8Array};

export type Pkcs11Answer =
  | {id: number; name: 'opened'}
  | {id: number; name: 'signed'; signature: Uint8Array}
  /** setting: the operator has to set something right; pin: the same, and another attempt could lock the token. */
  | {id: number; name: 'failed'; reason: string; kind: 'passing' | 'setting' | 'pin'};

export interface Pkcs11WorkerData {
  /** Address of graphene-pk11. */
  library: string;
  setting: Omit<Pkcs11Setting, 'pin'>;
}
