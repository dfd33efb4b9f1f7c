import {randomBytes} from 'node:crypto';
import {type CaptureMetadata} from '../model/capture-metadata.js';
import {metadataAssertions} from '../model/seal/seal-format.js';
import {setAssertions, type ToldSet, type VouchedSet} from '../model/seal/sealed-set.js';
import {type SealableMediaType} from '../model/media-type.js';
import {type Exclusion, type SealRequest} from '../model/seal/seal-request.js';
import {utf8} from '../encoding/bytes.js';
import {dateTime, encode, padding} from '../encoding/cbor.js';
import {exifOf} from './exif.js';
import {box, contentTypes, SALT_SIZE, superbox, type Box} from '../encoding/jumbf.js';
import {strictJson} from './strict-json.js';
import {byAuthor, type Parts} from './author.js';

/** The list of a claim: assertions that the signer vouches for, or that others have made (C2PA 2.4, "Claims"). */
export type ClaimList = 'created' | 'gathered';

export interface Assertion {
  label: string;
  list: ClaimList;
  box: Box;
}

export const HASH_ASSERTION = 'c2pa.hash.data';
/** Captured by a device's sensor; used for pictures and sound (IPTC). */
const DIGITAL_CAPTURE = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture';

/** An assertion that the signer vouches for, as CBOR. */
export const cborAssertion = (label: string, value: unknown): Assertion => ({
  label,
  list: 'created',
  box: superbox(contentTypes.cbor, label, [box('cbor', encode(value))]),
});

const jsonAssertion = (
  label: string,
  list: ClaimList,
  value: unknown,
  salt: Uint8Array | undefined,
): Assertion => ({
  label,
  list,
  box: superbox(contentTypes.json, label, [box('json', utf8(strictJson(value)))], salt),
});

/** The statements about a capture, without the hash that binds it. */
export interface Statement extends Pick<SealRequest, 'origin' | 'gathered' | 'requestedAt'> {
  captureId: string;
  mediaType: SealableMediaType;
  metadata: CaptureMetadata;
  /** By the service's clock. */
  sealedAt: Date;
  /**
   * With a salt, nobody can guess a redacted statement from its hash. Default: only captures are salted, because
   * scripts of pages from before salts cannot read them; they do not request captures.
   */
  isSalted?: boolean;
  /** Its place in a set, as the service has numbered it and as the device tells it. */
  set?: {vouched: VouchedSet; told: ToldSet};
}

/** An assertion before it is encoded. Several may have the same label. */
export interface StatementPart {
  label: string;
  list: ClaimList;
  data: object;
}

/** The capture metadata, with location and camera repeated for readers that know only EXIF. */
export function statementsOf(statement: Statement): StatementPart[] {
  const {captureId, mediaType, requestedAt} = statement;
  const sealedAt = statement.sealedAt.toISOString();
  const {created, gathered} = byAuthor(statement);
  const asked = requestedAt !== undefined && {requestedAt};
  const isCapture = statement.origin === 'capture';
  const own = {captureId, mediaType, sealedAt, ...(isCapture && asked), ...created.rest};
  const theirs = {...(!isCapture && asked), ...gathered.rest};
  return [
    {label: metadataAssertions.capture, list: 'created', data: own},
    ...(hasAny(theirs)
      ? [{label: metadataAssertions.gathered, list: 'gathered' as const, data: theirs}]
      : []),
    ...partsOf(created, 'created'),
    ...partsOf(gathered, 'gathered'),
  ];
}

/** Each part is an assertion of its own, so that each can be redacted alone. */
function partsOf({rest, place, device}: Parts, list: ClaimList): StatementPart[] {
  const {capturedAt} = rest;
  const exif = [exifOf({...place, capturedAt}), exifOf({...rest, ...device})];
  return [
    ...(hasAny(place) ? [{label: metadataAssertions.place, list, data: place}] : []),
    ...(hasAny(device) ? [{label: metadataAssertions.device, list, data: device}] : []),
    ...exif.flatMap((data) => (data ? [{label: 'c2pa.metadata', list, data}] : [])),
  ];
}

const hasAny = (value: object): boolean => Object.keys(value).length > 0;

/** Numbers repeated labels: the first has no number, the second has 1 (C2PA 2.4, "Multiple instances"). */
function numbered(said: readonly StatementPart[]): StatementPart[] {
  const counts = new Map<string, number>();
  return said.map((one) => {
    const count = counts.get(one.label) ?? 0;
    counts.set(one.label, count + 1);
    return count === 0 ? one : {...one, label: `${one.label}__${count}`};
  });
}

/**
 * The actions and the statements about the capture. `link` returns the hashed link to an assertion. `parent` is the
 * ingredient that names the file's earlier seal; without one, a file is opened of which nothing is known.
 */
export function statementAssertions(
  statement: Statement,
  link: (assertion: Assertion) => object,
  parent = unknownParent(parentType(statement)),
): Assertion[] {
  const {origin, metadata, isSalted = origin === 'capture'} = statement;
  const sealedAt = statement.sealedAt.toISOString();
  const said = numbered(statementsOf(statement)).map(({label, list, data}) =>
    jsonAssertion(label, list, data, isSalted ? randomBytes(SALT_SIZE) : undefined),
  );
  said.push(...ofSet(statement));
  if (origin === 'capture') {
    const when = dateTime(metadata.capturedAt ?? sealedAt);
    const created = {action: 'c2pa.created', digitalSourceType: DIGITAL_CAPTURE, when};
    return [actionsAssertion(created), ...said];
  }
  const opened = openedAction(link(parent), sealedAt);
  if (!metadata.imported?.original) return [actionsAssertion(opened), parent, ...said];
  // The page says that it made the file from another; the signer has seen neither.
  return [actionsAssertion(opened), parent, transcoded(metadata.imported.chosenAt), ...said];
}

/** That the file was made from its parent, in another encoding. */
const transcoded = (when: string | undefined): Assertion => {
  const action = {action: 'c2pa.transcoded', ...(when !== undefined && {when: dateTime(when)})};
  const actions = {actions: [action], allActionsIncluded: true};
  return {...cborAssertion('c2pa.actions.v2__1', actions), list: 'gathered'};
};

/** Neither can be redacted, so neither is salted. */
const ofSet = ({set}: Statement): Assertion[] =>
  set
    ? [
        jsonAssertion(setAssertions.vouched, 'created', set.vouched, undefined),
        jsonAssertion(setAssertions.told, 'gathered', set.told, undefined),
      ]
    : [];

/** The type of the file that was opened, as the page says it; that of the sealed file if it says none. */
function parentType({metadata: {imported}, mediaType}: Statement): string {
  const told = imported?.original?.mediaType ?? '';
  return /^image\/[\w.+-]+$/.test(told) ? told : mediaType;
}

/** The signer does not know where the file comes from. */
const unknownParent = (mediaType: string): Assertion =>
  cborAssertion(INGREDIENT, {relationship: 'parentOf', 'dc:format': mediaType});

export const INGREDIENT = 'c2pa.ingredient.v3';

/** The first action on a file that exists already; `parent` links to its ingredient. */
export const openedAction = (parent: object, when: string): object => ({
  action: 'c2pa.opened',
  when: dateTime(when),
  parameters: {ingredients: [parent]},
});

/** All actions of a manifest. */
export const actionsAssertion = (...actions: readonly object[]): Assertion =>
  cborAssertion('c2pa.actions.v2', {actions, allActionsIncluded: true});

/** The hard binding, with `growth` bytes of padding (C2PA 2.2, section 18.5). */
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
