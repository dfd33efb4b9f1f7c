import {bytesOf} from '../own-reader/loose-cbor.js';
import {type ManifestLinks} from '../own-reader/manifest-links.js';
import {fieldsOf, type StoredManifest} from '../own-reader/manifests.js';
import {claimSignature} from '../own-reader/signature/signature.js';
import {judgeStamp, type StampFault} from '../stamps/judge-stamp.js';
import {type TrustNow} from '../engine/judged/store.js';

/** The label of an assertion with time stamps for other manifests (C2PA 2.4, "Time-stamps"). */
export const TIME_STAMPS = 'c2pa.time-stamp';
const LABEL = /^c2pa\.time-stamp(__\d+)?$/;
const PATH = /^c2pa\.assertions\/c2pa\.time-stamp(__\d+)?$/;

/** Most time stamps; each requires the verification of several signatures. */
const MOST = 8;

/** Result of judging the time stamps of a seal that was stamped after it was made. */
export type LaterStamp =
  /** The time. `isLater`: it comes from a later time stamp, so the seal may be older. */
  | {name: 'trusted'; time: number; isLater: boolean}
  /** No time stamp is trusted; the code is about the newest. */
  | {name: 'untrusted'; code: StampFault};

interface Token {
  der: Uint8Array;
  /** What it must cover. */
  stamped: Uint8Array;
  isLater: boolean;
}

/**
 * Judges the time stamps of a seal whose updates contain further ones for it. Undefined if they contain none. All
 * are judged here, because the engine accepts the later ones without saying so, and then ignores the seal's own.
 * The imprint of a later time stamp covers only the bytes of the signature.
 *
 * @param links of the manifest store
 * @param label of the manifest about the content
 * @param updates labels of the manifests above it
 */
export async function laterStamp(
  links: ManifestLinks,
  label: string,
  updates: readonly string[],
  asked: Pick<TrustNow, 'trust' | 'verifier'>,
): Promise<LaterStamp | undefined> {
  const found = await tokensFor(links, label, updates);
  if (!found) return undefined;
  let fault: StampFault | undefined;
  let ownFault: StampFault | undefined;
  let first: {time: number; isLater: boolean} | undefined;
  for (const token of found.slice(0, MOST)) {
    const judged = await judgeToken(token, asked);
    if (typeof judged === 'string') {
      if (token.isLater) fault ??= judged;
      else ownFault = judged;
    }
    // Of several trusted stamps, the earliest proves most.
    else if (!first || judged < first.time) first = {time: judged, isLater: token.isLater};
  }
  return first
    ? {name: 'trusted', ...first}
    : {name: 'untrusted', code: fault ?? ownFault ?? 'timeStamp.malformed'};
}

/** The seal's own token, then the newest first; undefined if no update stamps the manifest. */
async function tokensFor(
  links: ManifestLinks,
  label: string,
  updates: readonly string[],
): Promise<Token[] | undefined> {
  const {store} = links;
  const holders = updates.map((update) => store.find(update)).filter(holdsStamps);
  const content = store.find(label);
  const signature = content && claimSignature(content);
  if (holders.length === 0 || !signature) return undefined;
  const tokens: Token[] = [];
  let isNamed = false;
  for (const holder of holders) {
    for (const {box, holds} of await links.assertions(holder, LABEL)) {
      const value = fieldsOf(box)?.get(label);
      isNamed ||= value !== undefined;
      const der = bytesOf(value);
      if (holds && der) tokens.push({der, stamped: signature.value, isLater: true});
    }
  }
  if (!isNamed) return undefined;
  const {timestamp} = signature;
  return timestamp
    ? [{der: timestamp.token, stamped: timestamp.stamped, isLater: false}, ...tokens]
    : tokens;
}

const holdsStamps = (manifest: StoredManifest | undefined): manifest is StoredManifest =>
  manifest !== undefined && [...manifest.boxes.keys()].some((path) => PATH.test(path));

/** Judges a token: epoch milliseconds, or why it is not trusted. */
async function judgeToken(
  {der, stamped}: Token,
  {trust, verifier}: Pick<TrustNow, 'trust' | 'verifier'>,
): Promise<number | StampFault> {
  // A page that is not served over https has no WebCrypto, and cannot verify who stamped.
  if (!verifier) return 'timeStamp.untrusted';
  const judged = await judgeStamp(der, stamped, trust, verifier);
  if (typeof judged === 'string') return judged;
  return 'fault' in judged.authority ? judged.authority.fault : judged.time;
}
