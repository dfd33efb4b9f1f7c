import assert from 'node:assert/strict';
import {createHash, randomUUID} from 'node:crypto';
import type {InspectedSets} from '@sealed-capture/seal/model/inspection/sets-report.js';
import type {SetClosing, SetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {fill, hashedParts, layOut} from '@sealed-capture/seal/containers/layout.js';
import {fileForm, idempotent, jpegOf, sealRequest} from '../requests.js';
import type {ServiceFixture} from '../service-fixture.js';
import {job} from './set-requests.js';

const MANIFEST_SIZE = 32_768;
const capturedAt = '2026-11-29T10:00:00.000Z';

/** The files of a folder, by name. */
export type Folder = Map<string, Buffer>;

export interface Capture {
  captureId: string;
  file: Buffer;
}

interface Wanted extends Partial<Omit<SetRequest, 'id'>> {
  captureId?: string;
  shot?: string;
  media?: Buffer;
  /** True for a photo that a person chose; others were taken here. */
  isChosen?: boolean;
}

/** A new picture, sealed as part of the set. */
export async function sealInSet(
  service: ServiceFixture,
  id: string,
  {captureId = randomUUID(), shot, media = jpegOf(2_000), isChosen, ...told}: Wanted = {},
): Promise<Capture> {
  const layout = layOut(media, 'image/jpeg', MANIFEST_SIZE);
  const hash = createHash('sha256');
  for (const part of hashedParts(layout)) hash.update(part);
  const request = sealRequest({
    captureId,
    mediaType: 'image/jpeg',
    digest: hash.digest('base64'),
    exclusion: layout.exclusion,
    manifestSize: MANIFEST_SIZE,
    ...(!isChosen && {origin: 'capture'}),
    metadata: {
      ...(shot !== undefined && {features: {shot: {id: shot, label: `The ${shot}`}}}),
      ...(isChosen && {imported: {chosenAt: capturedAt}}),
    },
    set: {id, job, ...told},
  });
  const answer = await service.post('/seal', request, idempotent(request));
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 500));
  return {captureId, file: Buffer.concat(fill(layout, answer.rawPayload))};
}

export const kept = ({captureId}: {captureId: string}, index: number) => ({
  captureId,
  index,
  capturedAt,
});

/**
 * A job of eight shots: seven photos, one of them taken again and one shot skipped, and one photo that was sealed and
 * discarded. Returns the folder that is delivered.
 */
export async function closedJob(service: ServiceFixture, name = job): Promise<Folder> {
  const id = randomUUID();
  const folder: Folder = new Map();
  const captures: SetClosing['captures'] = [];
  const seal = async (index: number, shot: string) => {
    const capture = await sealInSet(service, id, {index, shot, job: name});
    return {...kept(capture, index), shot, file: capture.file};
  };
  const shots = ['front', 'back', 'left', 'right', 'vin', 'tyres', 'seats', 'front'];
  for (const [at, shot] of shots.entries()) {
    const {file, ...capture} = await seal(at + 1, shot);
    folder.set(`photo${at + 1}.jpg`, file);
    captures.push(capture);
  }
  const {file: _, ...blurred} = await seal(9, 'vin');
  const closing: SetClosing = {
    captures,
    discarded: [{...blurred, discardedAt: '2026-11-29T10:02:00.000Z'}],
    shots: [
      ...[...new Set(shots)].map((one) => ({id: one, label: `The ${one}`})),
      {id: 'roof', label: 'The roof', skipped: {reason: 'unsafe', words: 'It is icy'}},
    ],
  };
  const record = await sealInSet(service, id, {closing, job: name});
  folder.set('closing.jpg', record.file);
  return folder;
}

/** The file without its place and device; its seal stays valid. */
export async function redacted(service: ServiceFixture, file: Buffer): Promise<Buffer> {
  const form = await fileForm(file, 'image/jpeg', {sections: 'gathered,capture', reason: 'a test'});
  const answer = await service.post('/redact', form.payload, form.headers);
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 500));
  return answer.rawPayload;
}

/** A form with the files, as a page or curl sends it. */
export function formOf(folder: Folder): FormData {
  const form = new FormData();
  for (const [name, file] of folder) {
    form.append('media', new Blob([Uint8Array.from(file)], {type: 'image/jpeg'}), name);
  }
  return form;
}

/** Posts the files over a socket. */
export async function inspectSet(
  base: string,
  service: ServiceFixture,
  folder: Folder,
): Promise<InspectedSets> {
  const answer = await fetch(`${base}/inspect-set`, {
    method: 'POST',
    headers: {'x-api-key': service.sandbox.key},
    body: formOf(folder),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return JSON.parse(text) as InspectedSets;
}
