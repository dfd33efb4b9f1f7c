import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {SealContents} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {LARGE_FILE} from '@sealed-capture/seal/ranged/large-file.js';
import {factsByRanges} from '@sealed-capture/seal/ranged/file-facts-by-ranges.js';
import {factsOf} from '@sealed-capture/seal/own-reader/files/file-facts.js';
import {caseCover} from '@sealed-capture/seal/evidence/case-cover.js';
import {evidenceFolder, evidenceOf} from '@sealed-capture/seal/evidence/evidence-of.js';
import type {ChosenFiles} from '../ports/captures/chosen-files.js';
import type {CasePacker} from '../ports/inspection/case-packer.js';
import type {EvidenceText, SealReader} from '../ports/inspection/seal-reader.js';
import {chosenFile} from './chosen/chosen-file.js';
import {fileBytes, unreadable} from './inspection/file-bytes.js';
import {pixelsOf} from './inspection/picture-pixels.js';
import {reducedPicture} from './inspection/reduced-picture.js';
import {unsealedMetadata} from './inspection/unsealed-metadata.js';
import {serve} from '../ports/worker-channel/serve.js';

/** The worker that parses files. Wiring only. */

/** Largest file in bytes that is packed as evidence: the package is made in memory. */
const LARGEST_PACKED = 512 * 1024 * 1024;

const {subtle} = crypto as Partial<Crypto>;

serve<Required<SealReader> & CasePacker & ChosenFiles>(globalThis, {
  async facts(file, signal) {
    if (file.size >= LARGE_FILE) {
      return factsByRanges(file, subtle, signal).catch((thrown: unknown) => {
        throw signal.aborted ? thrown : unreadable(thrown);
      });
    }
    const bytes = await fileBytes(file);
    signal.throwIfAborted();
    const facts = await factsOf(bytes, subtle);
    if (facts.seal && !isOpened(facts.seal)) return facts;
    const unsealed = await unsealedMetadata(bytes);
    return unsealed ? {...facts, unsealed} : facts;
  },
  chosen: (file, signal) => chosenFile(file, subtle, signal),
  prepare: () => Promise.resolve(),
  async evidence(file, texts, signal) {
    const zip = await evidenceOf(await wishFor(file, texts, signal), subtle);
    return new Blob([zip], {type: 'application/zip'});
  },
  async packFolder(file, texts, number, signal) {
    const packed = await evidenceFolder(await wishFor(file, texts, signal), number, subtle);
    return {...packed, zip: new Blob([packed.zip])};
  },
  async packCover(folders, texts, signal) {
    signal.throwIfAborted();
    return new Blob([await caseCover({folders, texts, made: new Date()}, subtle)]);
  },
  pixels(file, signal) {
    return pixelsOf(file, signal).catch((thrown: unknown) => {
      throw signal.aborted ? thrown : unreadable(thrown);
    });
  },
  reduced: reducedPicture,
});

/** True for a seal on a file that was there before: what the file says of itself is none of the seal's own statements. */
const isOpened = ({actions: [first]}: SealContents): boolean => first?.name === 'c2pa.opened';

async function wishFor(file: Blob, texts: readonly EvidenceText[], signal: AbortSignal) {
  if (file.size > LARGEST_PACKED) {
    throw new SealedCaptureError('too_large', 'The file is too large to be packed here.');
  }
  const bytes = await fileBytes(file);
  signal.throwIfAborted();
  const fileName = file instanceof File ? file.name : '';
  return {file: bytes, fileName, texts, made: new Date()};
}
