import type {KeyObject} from 'node:crypto';
import type {SealAlgorithm} from '../encoding/cose-structures.js';

/** Algorithms by Node's names for curves. */
const byCurve: Readonly<Partial<Record<string, SealAlgorithm>>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
};

/** The algorithm for claims that are signed with this key, public or private; undefined for a key of another kind. */
export const sealAlgorithmOf = ({
  asymmetricKeyType,
  asymmetricKeyDetails,
}: KeyObject): SealAlgorithm | undefined =>
  asymmetricKeyType === 'ec' ? byCurve[asymmetricKeyDetails?.namedCurve ?? ''] : undefined;
