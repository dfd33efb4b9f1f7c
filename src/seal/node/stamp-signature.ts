import {verify, type KeyObject} from 'node:crypto';
import {signedAttributesOf, type StampToken} from '../stamps/stamp-token.js';

/** True if this key has signed the time stamp. Node only. */
export const isSignedBy = (token: StampToken, key: KeyObject): boolean =>
  verify(token.signatureDigest, signedAttributesOf(token), key, token.signature);
