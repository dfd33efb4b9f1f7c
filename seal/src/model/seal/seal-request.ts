import Type, {type Static} from 'typebox';
import {CaptureMetadata, sections, utc} from '../capture-metadata.js';
import {sealableMediaTypes} from '../media-type.js';
import {SetRequest} from './sealed-set.js';
import {MAX_MANIFEST_SIZE, MAX_MEDIA_SIZE, MIN_MANIFEST_SIZE} from './seal-format.js';

export {MAX_MANIFEST_SIZE, MAX_MEDIA_SIZE, MIN_MANIFEST_SIZE};

/** The bytes that the digest omits: the gap for the manifest with its container framing, as in c2pa.hash.data. */
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

/** Lets the service determine how wrong the device's clock is; differs for each attempt. */
export const requestedAt = Type.Optional(utc("The device's clock when the request was sent."));

/** Made by a camera or microphone that this package ran itself. Requires a key with that role. */
export const origin = Type.Optional(
  Type.Literal('capture', {
    description:
      'Captured by a camera or microphone of this package, which the seal then says (c2pa.created, digitalCapture). Absent: a file that was there before (c2pa.opened). Needs a key that may claim it.',
  }),
);

/** Sections whose values others supplied, for which the signer does not vouch. */
export const gathered = Type.Optional(
  Type.Array(Type.Enum(Object.keys(sections), {description: 'Name of a section.'}), {
    uniqueItems: true,
    description:
      'Sections of a capture whose values come from the page and not from the device. The seal lists them among its gathered assertions, as it does tags and features, and all metadata of what is no capture.',
  }),
);

/** Body of `POST {base}/seal`. */
export const SealRequest = Type.Object(
  {
    captureId: Type.String({format: 'uuid', description: 'The same as Idempotency-Key.'}),
    mediaType: Type.Enum([...sealableMediaTypes], {description: 'Of the file.'}),
    digest: Type.String({
      pattern: '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$',
      maxLength: 44,
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
    origin,
    gathered,
    requestedAt,
    set: Type.Optional(SetRequest),
  },
  {additionalProperties: false},
);

export type Exclusion = Static<typeof Exclusion>;
export type SealRequest = Static<typeof SealRequest>;
