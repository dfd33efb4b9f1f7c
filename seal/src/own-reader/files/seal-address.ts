import {readTag} from '../../containers/id3.js';
import {segmentsOf} from '../../containers/jpeg.js';
import {hasAscii} from '../../encoding/bytes.js';
import {holds} from './marks.js';

const APP1 = 0xe1;
/** The property of XMP with the address of a manifest store (C2PA 2.2, section 11.4). */
const ADDRESS = 'dcterms:provenance';

/** True if the XMP of a JPEG, or the ID3 tag of a file, names the address of a seal. */
export function namesAddress(file: Uint8Array): boolean {
  if (hasAscii(file, 0, 'ID3')) return holds(file, ADDRESS, 0, readTag(file)?.end ?? 0);
  for (const {marker, start, end} of segmentsOf(file)) {
    if (marker === APP1 && holds(file, ADDRESS, start, end)) return true;
  }
  return false;
}
