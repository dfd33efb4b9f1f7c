import {objectAt, textAt} from '@sealed-capture/seal/model/json/loose-json.js';
import type {FactsState} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {SealReader} from '../../../core/wiring/elements/inspection.js';
import type {View} from '../../metadata/view.js';
import {hostOf} from '../format.js';
import type {DoneInspection} from '../inspection.js';
import {hashOf} from '../intake/file-csv.js';
import {drawPreview} from '../preview/preview.js';
import {partsOf, pemOf} from '../report/take-away.js';
import type {CaseEntry} from './case-notes.js';

/** A file of the report, with all that the report says of it. */
export interface ReportedFile {
  entry: CaseEntry;
  facts: FactsState;
  /** Host of the service that was asked. */
  host: string;
  /** Absent for what is not a picture. */
  picture?: HTMLCanvasElement;
}

/** Trust anchors that a browser has used, as they are packed. */
export interface TrustList {
  /** True for the interim list, by which nobody is trusted, and which is not packed. */
  isInterim: boolean;
  /** Of their text (PEM), hexadecimal; empty if the page is not secure. */
  sha256: string;
  certificates: number;
}

export interface Gathered {
  files: readonly ReportedFile[];
  trustLists: readonly TrustList[];
}

/** Longer side of a small picture in pixels: 18 mm at 270 dots per inch. */
const SIDE = 192;

export const serviceOf = ({progress}: DoneInspection): string =>
  progress.opinions.url === undefined ? '' : hostOf(progress.opinions.url);

/** Reads what a report says of these files, one after the other. */
export async function gathered(
  entries: readonly CaseEntry[],
  reader: SealReader,
  view: View,
  signal: AbortSignal,
): Promise<Gathered> {
  const files: ReportedFile[] = [];
  const anchors = new Set<string>();
  for (const entry of entries) {
    const {inspection} = entry;
    const host = serviceOf(inspection);
    const {facts} = await partsOf({inspection, host, reader, view}, signal);
    signal.throwIfAborted();
    const preview = await drawPreview(inspection.file, signal, () => SIDE);
    signal.throwIfAborted();
    const {trustAnchors} = inspection.progress.opinions;
    if (trustAnchors) anchors.add(trustAnchors);
    files.push({entry, facts, host, ...(preview && {picture: preview.canvas})});
  }
  const lists = await Promise.all([...anchors].map(trustListsOf));
  const byHash = new Map(lists.flat().map((list) => [`${list.sha256} ${list.isInterim}`, list]));
  return {files, trustLists: [...byHash.values()]};
}

/** Frees the memory of the pictures, which are no longer shown. */
export function releasePictures({files}: Gathered): void {
  for (const {picture} of files) if (picture) picture.width = picture.height = 0;
}

/** The list by which signers are trusted, and the interim list if there is one. */
async function trustListsOf(text: string): Promise<TrustList[]> {
  const listOf = async (pem: string, isInterim: boolean): Promise<TrustList> => ({
    isInterim,
    sha256: await hashOf(new Blob([pem])),
    certificates: pem.split('-----BEGIN CERTIFICATE-----').length - 1,
  });
  const interim = interimOf(text);
  return Promise.all([
    listOf(pemOf(text), false),
    ...(interim === '' ? [] : [listOf(interim, true)]),
  ]);
}

/** The certificates of the interim list in a service's `trust.json`; empty without one. */
function interimOf(text: string): string {
  if (!text.trimStart().startsWith('{')) return '';
  return textAt(objectAt(JSON.parse(text), 'interim'), 'anchors') ?? '';
}
