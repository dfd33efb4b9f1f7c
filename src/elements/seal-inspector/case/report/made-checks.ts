import {object} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Opinions} from '../../../../core/inspection/opinions.js';
import {checksOf} from '../../verdict/answer.js';

/** The codes by which a method is known to have been used. Those that only say why it could not be are not among them. */
const codes = {
  hash: /^assertion\.\w+Hash\.(match|mismatch)$/,
  signature: /^claimSignature\.(validated|mismatch)$/,
  chain: /^signingCredential\.(trusted|untrusted)$/,
  time: /^timeStamp\.(validated|trusted|mismatch|outsideValidity)$/,
  revocation: /^signingCredential\.(revoked|ocsp\.(revoked|notRevoked))$/,
} as const;

/** A way in which a seal is checked. */
export type Method = keyof typeof codes;
export const methods = Object.keys(codes) as Method[];

/** The methods by which the seal of a file was checked, by any verifier; its sources do not count. */
export function methodsOf({result, service, local}: Opinions): ReadonlySet<Method> {
  const made = [result, service, local].flatMap((answer) =>
    checksOf(object(answer) ?? {}).filter(
      ({outcome, inIngredient}) => outcome !== 'unchecked' && !inIngredient,
    ),
  );
  return new Set(methods.filter((method) => made.some(({code}) => codes[method].test(code))));
}
