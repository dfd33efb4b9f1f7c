// Reads files as a page does that is not served over https, whose browser has no WebCrypto. This is a process of its own,
// because that is a global. Standard input: JSON of an `Asked`; standard output: JSON of the results.
import {text} from 'node:stream/consumers';
import {type TrustAnchors} from '../../src/model/inspection/trust-anchors.js';
import {type InspectionResult} from '../../src/model/inspection/inspection-result.js';

export interface Asked {
  mediaType: string;
  reads: {
    /** Base64. */
    media: string;
    trust: TrustAnchors;
  }[];
}

Object.defineProperty(Crypto.prototype, 'subtle', {value: undefined});
const {startTrusting} = await import('../seal-file.js');
const {readSeal} = await import('../../src/engine/read-seal.js');

const {mediaType, reads} = JSON.parse(await text(process.stdin)) as Asked;
const results: InspectionResult[] = [];
for (const {media, trust} of reads) {
  const file = new Uint8Array(Buffer.from(media, 'base64'));
  results.push(await readSeal(await startTrusting(trust), file, mediaType));
}
process.stdout.write(JSON.stringify(results));
