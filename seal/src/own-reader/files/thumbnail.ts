import {detectMediaType} from '../../media-signature.js';
import {bytesOf, mapOf} from '../loose-cbor.js';
import {childOf, type Superbox} from './boxes.js';
import {fieldsOf} from '../manifests.js';

/** Raster formats only: a displayed picture must not load or run anything. */
const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

/** The content of an embedded file or a data box (C2PA 2.2, section 18.12; 1.4, section 18.11). */
const pictureIn = (box: Superbox): Uint8Array | undefined =>
  childOf(box, 'bidb') ?? bytesOf(mapOf(fieldsOf(box)).get('data'));

/** The picture in a box, with the type that its bytes show; undefined if there is none that may be displayed. */
export function thumbnailOf(box: Superbox): Blob | undefined {
  const bytes = pictureIn(box);
  const type = bytes && detectMediaType(bytes);
  return bytes && type !== undefined && PICTURES.includes(type)
    ? new Blob([bytes as Uint8Array<ArrayBuffer>], {type})
    : undefined;
}
