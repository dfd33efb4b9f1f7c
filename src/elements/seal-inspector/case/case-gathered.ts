import type {FactsState} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {SealReader} from '../../../core/wiring/elements/inspection.js';
import type {View} from '../../metadata/view.js';
import {hostOf} from '../format.js';
import type {DoneInspection} from '../inspection.js';
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

/** Trust anchors that a browser has used, as far as they are known. */
export interface TrustList {
  /** Of their text, hexadecimal; empty if the page is not secure. */
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
  return {files, trustLists: await Promise.all([...anchors].map(trustListOf))};
}

async function trustListOf(text: string): Promise<TrustList> {
  return {sha256: await sha256Of(text), certificates: countIn(text)};
}

function countIn(text: string): number {
  try {
    return pemOf(text).split('-----BEGIN CERTIFICATE-----').length - 1;
  } catch {
    return 0;
  }
}

async function sha256Of(text: string): Promise<string> {
  const {subtle} = crypto as Partial<Crypto>;
  const digest = await subtle?.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest ?? [])]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
