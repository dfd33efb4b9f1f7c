import {AnchorSet, anchorsIn, type Trust} from '../../src/trust/anchors.js';
import {findPath, verifierFor, type Verifier} from '../../src/trust/certificate-path.js';
import {uses} from '../../src/trust/certificate-rules.js';
import {type Made} from './chain-maker.js';

export const anchorsOf = (...roots: readonly Made[]): AnchorSet =>
  new AnchorSet(anchorsIn(roots.map(({pem}) => pem).join('')));

/** These roots, for both uses. */
export const trustIn = (...roots: readonly Made[]): Trust => ({
  signers: anchorsOf(...roots),
  timeStamps: anchorsOf(...roots),
});

/** "trusted", or why not. */
export async function judged(
  chain: readonly (Pick<Made, 'der'> | Uint8Array)[],
  roots: readonly Made[],
  {
    use = 'signer',
    time = Date.now(),
    verifier = verifierFor(crypto.subtle),
  }: {use?: keyof typeof uses; time?: number; verifier?: Verifier} = {},
): Promise<string> {
  const found = await findPath({
    chain: chain.map((one) => (one instanceof Uint8Array ? one : one.der)),
    use: uses[use],
    time,
    anchors: anchorsOf(...roots),
    verifier,
  });
  return found.name === 'trusted' ? found.name : found.fault;
}

/** WebCrypto of a platform without Ed25519. */
export const withoutEd25519 = new Proxy(crypto.subtle, {
  get(target, name: keyof SubtleCrypto) {
    const value: unknown = Reflect.get(target, name);
    if (typeof value !== 'function') return value;
    return (...given: unknown[]): unknown =>
      JSON.stringify(given).includes('"Ed25519"')
        ? Promise.reject(new DOMException('Unknown name.', 'NotSupportedError'))
        : Reflect.apply(value, target, given);
  },
});

/** WebCrypto that counts how often each of its functions is called. */
export function countingCrypto(): {subtle: SubtleCrypto; calls: Map<string, number>} {
  const calls = new Map<string, number>();
  const subtle = new Proxy(crypto.subtle, {
    get(target, name: keyof SubtleCrypto) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        calls.set(name, (calls.get(name) ?? 0) + 1);
        return Reflect.apply(value, target, given);
      };
    },
  });
  return {subtle, calls};
}
