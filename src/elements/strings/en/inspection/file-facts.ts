import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {Ingredient} from '../../../../model/inspection/seal-contents.js';

/** Keyed by the last part of the IRI (IPTC digital source types). */
const sourceTypes: Record<string, string> = {
  digitalCapture: 'recorded by a camera or microphone',
  computationalCapture: 'put together from several shots of a camera',
  negativeFilm: 'digitized from film',
  positiveFilm: 'digitized from film',
  print: 'digitized from a print',
  humanEdits: 'edited by a person',
  minorHumanEdits: 'slightly edited by a person',
  algorithmicallyEnhanced: 'enhanced by an algorithm',
  compositeCapture: 'put together from several recordings',
  composite: 'put together from several sources',
  compositeSynthetic: 'put together, with parts made by an algorithm',
  compositeWithTrainedAlgorithmicMedia: 'edited with a trained algorithm (AI)',
  trainedAlgorithmicMedia: 'made by a trained algorithm (AI)',
  trainedAlgorithmicData: 'made by a trained algorithm (AI)',
  algorithmicMedia: 'made by an algorithm',
  dataDrivenMedia: 'made from data',
  digitalCreation: 'made by a person with software',
  digitalArt: 'made by a person with software',
  virtualRecording: 'recorded from a virtual scene',
  screenCapture: 'recorded from a screen',
};

/** Actions of C2PA 2.2, section 18.15, without the prefix "c2pa.". */
const actions: Record<string, string> = {
  addedText: 'Text added',
  adjustedColor: 'Colors adjusted',
  color_adjustments: 'Colors adjusted',
  changedSpeed: 'Speed changed',
  converted: 'Converted',
  created: 'Created',
  cropped: 'Cropped',
  deleted: 'Part deleted',
  drawing: 'Drawn on',
  dubbed: 'Dubbed',
  edited: 'Edited',
  'edited.metadata': 'Description edited',
  enhanced: 'Enhanced',
  filtered: 'Filtered',
  opened: 'Opened',
  orientation: 'Turned',
  placed: 'Content added',
  published: 'Published',
  redacted: 'Part of the seal taken out',
  removed: 'Content removed',
  repackaged: 'Repackaged',
  resized: 'Resized',
  transcoded: 'Converted',
  translated: 'Translated',
  trimmed: 'Trimmed',
  unknown: 'Something unknown',
  watermarked: 'Watermarked',
};

/** The source of the content according to the seal (C2PA 2.4, "Inception"). */
const origins = {
  captured: 'Its seal says that a camera or microphone captured it.',
  file: 'This file existed before it was sealed. Its seal does not say how it was made.',
  sealedFile: 'Its seal says that it was made from a file that had a seal of its own.',
};

/** Parts of a seal that can be redacted separately. */
const sealedParts: Record<string, string> = {
  place: 'The location',
  device: 'The device and its network',
  gathered: 'What others say (tags, license plate)',
  capture: 'The times and measurements',
};

/** C2PA 2.4, "Reason". */
const redactionReasons: Record<string, string> = {
  'c2pa.PII.present': 'Reason: it is personal.',
  'c2pa.invalid.data': 'Reason: it was not right.',
  'c2pa.trade-secret.present': 'Reason: it is a trade secret.',
  'c2pa.government.confidential': 'Reason: it is confidential.',
};

const relationships: Record<NonNullable<Ingredient['relationship']>, string> = {
  parentOf: 'This file was made from it',
  componentOf: 'Part of this file',
  inputTo: 'Given to the program that made this file',
};

/** Keyed by the area of the check. */
const troubles: Record<CheckArea, string> = {
  content: 'its content had been changed',
  signature: 'its seal had been changed',
  certificate: 'its certificate was not valid for sealing',
  trust: 'its signer was not known',
  time: 'its time of sealing was not confirmed',
  statements: 'its statements were not as they were signed',
  ingredients: 'the seal of one of its source files was not intact',
  identity: 'its statement of identity did not hold',
  clock: 'the clock of its device was not right',
  others: 'a check had failed',
};

const own = (words: Record<string, string>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;

/** Terms of `<seal-inspector>` for the file itself, and for the contents of its seal without the capture's data. */
export const fileFacts = {
  notConfirmedMark: '(not confirmed)',
  readingFile: 'Reading the file.',
  fileUnreadable: 'It could not be read.',
  readingSeal: 'Reading what else the seal holds.',
  factsFailed: 'This device could not read what else the seal holds.',

  typeByContent: 'Type by its content',
  pixels: 'Width × height',
  duration: 'Duration',
  sha256: 'Fingerprint (SHA-256)',
  copySha256: 'Copy fingerprint',
  plateShown: 'Show where the plate is',
  /** The text alternative of a preview with a plate. */
  plateMarked: (plate: string) => `The file as it is now. The plate is marked: ${plate}.`,

  certificates: 'Certificates',
  otherCertificates: 'These are not the certificates that the verdict is about.',
  issuer: (name: string, time: string) => `Issued by ${name} · valid until ${time}`,
  serialNumber: 'Serial number',
  keyAlgorithm: 'Key',
  copyPem: 'Copy as PEM',
  expiredSince: 'Expired since; it was valid at the time stamp.',
  notValidThen: 'It was not valid at the time stamp.',
  notValidNow: 'It is not valid now.',

  trustList: 'Known from',
  byOfficialList: 'the C2PA trust list',
  byOwnRoots: 'roots that are trusted here',
  byInterimList: 'the interim list, closed in January 2026',
  assuranceLevel: 'Assurance level (C2PA)',
  product: 'Product',
  maker: 'Maker',
  maximumLevel: 'Its highest assurance level',
  productStatus: 'Status of the product',
  conformant: 'conformant',
  disallowedSignals: 'What it may not claim',
  noCapture: 'that it captured media',
  noStitchedCapture: 'that it put captured media together',
  noCreation: 'that media were made without AI',

  unconfirmedPicture: 'Not confirmed: this may not be what was photographed.',
  notPackedHere: 'This browser could not start the script that puts the evidence together.',

  /** `isLeast`: there may be more that were not counted. */
  andMore: (count: number, isLeast: boolean) => `And ${isLeast ? 'at least ' : ''}${count} more.`,

  history: 'What was done to it',
  origin: (origin: keyof typeof origins) => origins[origin],
  action: (name: string) => own(actions, name.replace('c2pa.', '')) ?? name,
  sourceType: (name: string) => own(sourceTypes, name) ?? name,
  madeBy: (how: string) => `Its seal says: ${how}.`,
  withSoftware: (name: string) => `with ${name}`,

  redactions: 'What was taken out of the seal',
  part: (section: string) => own(sealedParts, section) ?? section,
  takenOutBy: (name = 'a signer without a name') => `taken out by ${name}`,
  takenOutFor: (reason: string) => own(redactionReasons, reason) ?? `Reason: ${reason}`,

  ingredients: 'What it was made from',
  untitled: 'A file without a name',
  relationship: (relationship: keyof typeof relationships) => relationships[relationship],
  ingredientSigner: (name: string) => `Sealed by ${name}`,
  ingredientUnsigned: 'No signer named',
  ingredientUnsealed: 'It had no seal',
  /** About an earlier file. */
  ingredientFailed: (area: CheckArea, name = 'it') => `When ${name} was put in, ${troubles[area]}.`,

  compare: 'Compare with what it was made from',
  before: 'Before',
  now: 'This file',
  overlaid: 'One over the other',
  divide: 'How much of the earlier picture is shown',
};
