import type {KeyObject} from 'node:crypto';
import type {SealAlgorithm} from '../encoding/cose-structures.js';

/** By the names that Node has for curves. */
const byCurve: Readonly<Partial<Record<string, SealAlgorithm>>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
};

/** The algorithm that claims are signed with by this key, public or private; undefined for a key of another kind. */
export const sealAlgorithmOf = ({
  asymmetricKeyType,
  asymmetricKeyDetails,
}: KeyObject): SealAlgorithm | undefined =>
  asymmetricKeyType === 'ec' ? byCurve[asymmetricKeyDetails?.namedCurve ?? ''] : undefined;
