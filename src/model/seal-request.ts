import Type, {type Static} from 'typebox';
import {CaptureMetadata} from './capture-metadata.js';
import {sealableMediaTypes} from './media-type.js';

/** The largest hole that may be asked for; metadata of the largest allowed size fit in it. */
export const MAX_MANIFEST_SIZE = 1024 * 1024;
/** A signature with its chain and time stamp alone takes this much. */
export const MIN_MANIFEST_SIZE = 4096;
/** The largest file that can be sealed by digest: above it, offsets would not fit the containers. */
export const MAX_MEDIA_SIZE = 2 ** 31 - 1;

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
  {additionalProperties: false},
);

/** Body of `POST {base}/seal`. */
export const SealRequest = Type.Object(
  {
    captureId: Type.String({format: 'uuid'}),
    mediaType: Type.Enum([...sealableMediaTypes]),
    /** Base64 of the SHA-256 of the file without the excluded bytes. */
    digest: Type.String({pattern: '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$'}),
    exclusion: Exclusion,
    /** Exact length of the manifest store that is asked for, in bytes. WebP wants it even. */
    manifestSize: Type.Integer({minimum: MIN_MANIFEST_SIZE, maximum: MAX_MANIFEST_SIZE}),
    metadata: CaptureMetadata,
  },
  {additionalProperties: false},
);

export type Exclusion = Static<typeof Exclusion>;
export type SealRequest = Static<typeof SealRequest>;
