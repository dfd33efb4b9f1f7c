import {type CaptureMetadata} from '../../model/capture-metadata.js';
import {METADATA_ASSERTION} from '../../model/seal-format.js';
import {type SealableMediaType} from '../../model/media-type.js';
import {type Exclusion} from '../../model/seal-request.js';
import {utf8} from '../encoding/bytes.js';
import {dateTime, encode, padding} from '../encoding/cbor.js';
import {exifOf} from './exif.js';
import {box, contentTypes, superbox, type Box} from '../encoding/jumbf.js';
import {strictJson} from './strict-json.js';

export interface Assertion {
  label: string;
  box: Box;
}

export const HASH_ASSERTION = 'c2pa.hash.data';
/** Captured by a device's sensor, picture and sound alike (IPTC). */
const DIGITAL_CAPTURE = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture';

const cborAssertion = (label: string, value: unknown): Assertion => ({
  label,
  box: superbox(contentTypes.cbor, label, [box('cbor', encode(value))]),
});

const jsonAssertion = (label: string, value: unknown): Assertion => ({
  label,
  box: superbox(contentTypes.json, label, [box('json', utf8(strictJson(value)))]),
});

/** What is said about a capture, without the hash that binds it. */
export interface Statement {
  captureId: string;
  mediaType: SealableMediaType;
  metadata: CaptureMetadata;
  /** By the device's clock, when it asked for the seal. */
  requestedAt?: string;
  /** By the service's clock. */
  sealedAt: Date;
}

/** The capture metadata, and the place and camera once more for readers that know only EXIF. */
export function statementsOf(statement: Statement): {label: string; data: object}[] {
  const {captureId, mediaType, metadata, requestedAt} = statement;
  const sealedAt = statement.sealedAt.toISOString();
  const exif = exifOf(metadata);
  const times = {sealedAt, ...(requestedAt !== undefined && {requestedAt})};
  return [
    {label: METADATA_ASSERTION, data: {captureId, mediaType, ...times, ...metadata}},
    ...(exif ? [{label: 'c2pa.metadata', data: exif}] : []),
  ];
}

/** What was done, and what is said about the capture. */
export function statementAssertions(statement: Statement): Assertion[] {
  const created = {
    action: 'c2pa.created',
    digitalSourceType: DIGITAL_CAPTURE,
    when: dateTime(statement.metadata.capturedAt ?? statement.sealedAt.toISOString()),
  };
  return [
    cborAssertion('c2pa.actions.v2', {actions: [created], allActionsIncluded: true}),
    ...statementsOf(statement).map(({label, data}) => jsonAssertion(label, data)),
  ];
}

/** The hard binding, grown by `growth` bytes of padding (C2PA 2.2, section 18.5). */
export const hashAssertion = (
  digest: Uint8Array,
  {start, length}: Exclusion,
  growth: number,
): Assertion =>
  cborAssertion(HASH_ASSERTION, {
    exclusions: [{start, length}],
    name: 'manifest store',
    alg: 'sha256',
    hash: digest,
    ...padding(growth),
  });
