import {createHash, randomBytes, randomUUID} from 'node:crypto';
import http from 'node:http';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import type {SealRequest} from '@sealed-capture/seal/model/seal/seal-request.js';

export const MANIFEST_SIZE = 16_384;

/** A valid seal request; its digest is not that of a real file. */
export function sealRequest(change: Partial<SealRequest> = {}): SealRequest {
  return {
    captureId: randomUUID(),
    mediaType: 'image/png',
    digest: createHash('sha256').update('media').digest('base64'),
    exclusion: {start: 33, length: MANIFEST_SIZE + 12},
    manifestSize: MANIFEST_SIZE,
    metadata: {tags: {site: 'A'}},
    ...change,
  };
}

export const idempotent = ({
  captureId,
}: Pick<SealRequest, 'captureId'>): Record<string, string> => ({
  'idempotency-key': captureId,
});

export const envelope = (image: Uint8Array): string =>
  `{"image":"${Buffer.from(image).toString('base64')}"}`;

/** Posts JSON on one of the agent's connections, and discards the answer's body. */
export const statusOf = (
  url: string,
  agent: http.Agent,
  body: string | Buffer,
  headers: http.OutgoingHttpHeaders,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = http.request(url, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    });
    request.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    request.end(body);
  });

/** A form as a browser or curl sends it. */
export interface SentForm {
  payload: Buffer;
  headers: {'content-type': string; 'idempotency-key': string};
}

export async function sentForm(form: FormData, key: string = randomUUID()): Promise<SentForm> {
  const request = new Request('http://localhost/', {method: 'POST', body: form});
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      'idempotency-key': key,
    },
  };
}

/** A form with a file and text fields. */
export function fileForm(
  media: Uint8Array | undefined,
  mediaType: string,
  texts: Readonly<Record<string, string>> = {},
  key?: string,
): Promise<SentForm> {
  const form = new FormData();
  if (media) form.append('media', new Blob([Buffer.from(media)], {type: mediaType}), 'media');
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  return sentForm(form, key);
}

/** A form for `POST protect`. */
export function protectForm(
  media: Uint8Array | undefined,
  mediaType: string,
  metadata: CaptureMetadata | string | undefined,
  requestedAt?: string,
  parent?: string,
): Promise<SentForm> {
  const text = typeof metadata === 'string' ? metadata : JSON.stringify(metadata);
  return fileForm(media, mediaType, {
    ...(metadata !== undefined && {metadata: text}),
    ...(requestedAt !== undefined && {requestedAt}),
    ...(parent !== undefined && {parent}),
  });
}

/** A JPEG of about this size in bytes: gray pixels, and comments (COM segments) to fill it. */
export function jpegOf(bytes: number): Buffer {
  const comments: Buffer[] = [];
  for (let left = bytes - smallJpeg.length; left > 4; left -= 65_535) {
    const content = randomBytes(Math.min(left - 4, 65_531));
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    comments.push(head, content);
  }
  return Buffer.concat([smallJpeg.subarray(0, 20), ...comments, smallJpeg.subarray(20)]);
}

/** 8 × 8 gray pixels: SOI and APP0 (20 bytes), tables of one code each, one scan of two bits. */
const smallJpeg = Buffer.from(
  [
    'ffd8ffe000104a46494600010100000100010000',
    `ffdb004300${'01'.repeat(64)}`,
    'ffc0000b080008000801011100',
    `ffc400140001${'00'.repeat(16)}`,
    `ffc400141001${'00'.repeat(16)}`,
    'ffda0008010100003f00',
    '3fffd9',
  ].join(''),
  'hex',
);
