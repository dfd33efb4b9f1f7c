import {ascii} from '../encoding/bytes.js';
import {type AnchorSet, type Trust} from './anchors.js';
import {findPath, type Judgement, type Verifier} from './certificate-path.js';
import {contains} from './certificate-fields.js';
import {uses, type Fault} from './certificate-rules.js';

/** Chains that are remembered for each set of anchors. */
const MOST_REMEMBERED = 256;
/** Bytes of the longest chain that is remembered. */
const LONGEST_REMEMBERED = 16 * 1024;

/** Judged chains by their bytes and use, for each set of anchors, which is one version of the lists. */
const judged = new WeakMap<AnchorSet, Map<string, Judgement>>();

/**
 * Says whether a chain is trusted for a use at a time, and by which entry of which list, or why not. This is the one
 * place that decides about certificates. A chain is validated once for as long as its answer cannot change.
 *
 * @param chain DER, the certificate that signed first, then those that it carries
 * @param time epoch milliseconds
 */
export async function judgeChain(
  chain: readonly Uint8Array[],
  use: keyof typeof uses,
  time: number,
  trust: Pick<Trust, 'signers' | 'timeStamps'>,
  verifier: Verifier,
): Promise<Judgement> {
  const anchors = use === 'timeStamp' ? trust.timeStamps : trust.signers;
  const known = judged.get(anchors) ?? new Map<string, Judgement>();
  judged.set(anchors, known);
  const key = keyOf(chain, use);
  const before = known.get(key);
  if (before && holdsAt(before, time)) return before;
  const judgement = await findPath({chain, use: uses[use], time, anchors, verifier});
  known.delete(key);
  if (key.length <= LONGEST_REMEMBERED) known.set(key, judgement);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_REMEMBERED) break;
    known.delete(oldest);
  }
  return judgement;
}

const keyOf = (chain: readonly Uint8Array[], use: string): string =>
  [use, ...chain.map((der) => `${der.length}:${ascii(der, 0, LONGEST_REMEMBERED)}`)].join('|');

/** Another time may show another path, so an answer counts within its period; a fault of the chain itself, always. */
const holdsAt = (judgement: Judgement, time: number): boolean =>
  judgement.name === 'trusted' ? contains(judgement, time) : TIMELESS.has(judgement.fault);

const TIMELESS: ReadonlySet<Fault> = new Set<Fault>(['damaged', 'wrong use', 'unknown issuer']);
