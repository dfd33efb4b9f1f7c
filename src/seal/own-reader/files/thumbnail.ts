import {detectMediaType} from '../../media-signature.js';
import {bytesOf, mapOf} from '../loose-cbor.js';
import {childOf, type Superbox} from './boxes.js';
import {fieldsOf} from '../manifests.js';

/** Pictures of dots alone: what is shown must not load or run anything. */
const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

/** An embedded file's content, or that of a data box (C2PA 2.2, section 18.12; 1.4, section 18.11). */
const pictureIn = (box: Superbox): Uint8Array | undefined =>
  childOf(box, 'bidb') ?? bytesOf(mapOf(fieldsOf(box)).get('data'));

/** The picture in a box, of the type that its own bytes say; undefined where there is none that can be shown. */
export function thumbnailOf(box: Superbox): Blob | undefined {
  const bytes = pictureIn(box);
  const type = bytes && detectMediaType(bytes);
  return bytes && type !== undefined && PICTURES.includes(type)
    ? new Blob([bytes as Uint8Array<ArrayBuffer>], {type})
    : undefined;
}
