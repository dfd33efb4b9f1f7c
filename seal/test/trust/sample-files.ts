import {X509Certificate} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {detectMediaType, readableMediaTypes} from '../../src/media-signature.js';

/** A file that may be sealed. It is read when it is needed, because a folder may hold more than the memory. */
export interface Sample {
  name: string;
  mediaType: string;
  media: () => Uint8Array;
}

/** The files of all media types that are read, in a folder and those below it. */
export const samplesIn = (folder: string): Sample[] =>
  filesIn(folder).flatMap((path) => {
    const media = () => new Uint8Array(readFileSync(path));
    const mediaType = detectMediaType(media());
    return mediaType && readableMediaTypes.has(mediaType) ? [{name: path, mediaType, media}] : [];
  });

/** PEM of the authorities in the .pem files of a folder and those below it: test files come with their roots. */
export const authoritiesIn = (folder: string): string =>
  filesIn(folder)
    .filter((path) => path.endsWith('.pem'))
    .flatMap((path) => readFileSync(path, 'latin1').match(CERTIFICATE) ?? [])
    .filter(isAuthority)
    .join('\n');

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g;

function isAuthority(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca;
  } catch {
    return false;
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map(({parentPath, name}) => join(parentPath, name))
    .sort();
