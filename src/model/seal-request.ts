import Type, {type Static} from 'typebox';
import {CaptureMetadata, utc} from './capture-metadata.js';
import {sealableMediaTypes} from './media-type.js';
import {MAX_MANIFEST_SIZE, MAX_MEDIA_SIZE, MIN_MANIFEST_SIZE} from './seal-format.js';

export {MAX_MANIFEST_SIZE, MAX_MEDIA_SIZE, MIN_MANIFEST_SIZE};

/** The bytes that the digest leaves out: the hole with its container framing, as c2pa.hash.data has it. */
export const Exclusion = Type.Object(
  {
    start: Type.Integer({
      minimum: 0,
      maximum: MAX_MEDIA_SIZE,
      description: 'Bytes from the start of the file.',
    }),
    length: Type.Integer({minimum: 1, maximum: 2 * MAX_MANIFEST_SIZE, description: 'Bytes.'}),
  },
  {additionalProperties: false, description: 'The bytes that the digest leaves out.'},
);

/** So that the service can tell how far the device's clock is off; another at each attempt. */
export const requestedAt = Type.Optional(utc("The device's clock when the request was sent."));

/** Body of `POST {base}/seal`. */
export const SealRequest = Type.Object(
  {
    captureId: Type.String({format: 'uuid', description: 'The same as Idempotency-Key.'}),
    mediaType: Type.Enum([...sealableMediaTypes], {description: 'Of the file.'}),
    digest: Type.String({
      pattern: '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$',
      description: 'Base64 of the SHA-256 of the file without the excluded bytes.',
    }),
    exclusion: Exclusion,
    manifestSize: Type.Integer({
      minimum: MIN_MANIFEST_SIZE,
      maximum: MAX_MANIFEST_SIZE,
      description:
        'Exact length of the manifest store that is asked for, bytes. WebP wants it even.',
    }),
    metadata: CaptureMetadata,
    requestedAt,
  },
  {additionalProperties: false},
);

export type Exclusion = Static<typeof Exclusion>;
export type SealRequest = Static<typeof SealRequest>;
