import {waitUntil} from '@open-wc/testing';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {
  Certificate,
  FileFacts,
  SealContents,
} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {FakeClient, fileNamed, inspectorWith, part} from './fixture.js';

const certificate = (
  name: string,
  issuer: string,
  validTo = '2036-01-01T00:00:00Z',
): Certificate => ({
  subject: `CN=${name},O=Harbour Claims Ltd`,
  issuer: `CN=${issuer}`,
  serialNumber: '3fa1c09b77e2d410',
  validFrom: '2026-01-01T00:00:00Z',
  validTo,
  keyAlgorithm: 'ECDSA P-256',
  fingerprint: 'c0ffee00'.repeat(8),
  pem: `-----BEGIN CERTIFICATE-----\n${name}\n-----END CERTIFICATE-----\n`,
});

export const trained =
  'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

/** What the inspector reads from the file of an edited photo. */
export const contents: SealContents = {
  label: 'urn:c2pa:1',
  isAsSigned: true,
  actions: [
    {
      name: 'c2pa.opened',
      when: '2026-11-20T14:00:00Z',
      software: 'Darkroom 4.1',
      digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
    },
    {name: 'c2pa.cropped'},
    {name: 'com.example.sharpened'},
  ],
  certificates: [
    certificate('Harbour Claims Ltd', 'Example Issuing CA', '2027-01-01T00:00:00Z'),
    certificate('Example Issuing CA', 'Example Root'),
  ],
  ingredients: [
    {
      title: 'harbour.jpg',
      mediaType: 'image/jpeg',
      relationship: 'parentOf',
      hasSeal: true,
      signedBy: 'Camera 7',
      failures: [],
      ingredients: [
        {
          title: 'negative.dng',
          relationship: 'parentOf',
          hasSeal: true,
          failures: [],
          ingredients: [],
        },
        {title: 'dust map', relationship: 'inputTo', failures: [], ingredients: []},
      ],
    },
    {
      title: 'boat.png',
      relationship: 'componentOf',
      hasSeal: true,
      signedBy: 'Somebody',
      failures: ['assertion.dataHash.mismatch'],
      ingredients: [],
    },
  ],
};

export const facts = (seal: Partial<SealContents> = {}): FileFacts => ({
  sha256: '0123456789abcdef'.repeat(4),
  mediaType: 'image/jpeg',
  seal: {...contents, ...seal},
});

/** A picture file with a single color. */
export async function picture(
  colour: string,
  [width, height]: readonly [number, number],
  name = 'photo.png',
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas here.');
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'rgba(255, 255, 255, 0.5)';
  context.fillRect(width / 4, height / 3, width / 2, height / 3);
  return new File([await canvas.convertToBlob()], name, {type: 'image/png'});
}

/** An inspector that shows this answer and these facts from the file. */
export async function inspectorReading(
  answer: InspectionResult,
  read: FileFacts,
  file: File = fileNamed('photo.jpg'),
): Promise<SealInspector> {
  const element = await inspectorWith(new FakeClient(() => Promise.resolve(answer)));
  element.reader = {
    facts: () => Promise.resolve(read),
    evidence: () => Promise.reject(new Error('Nobody asked for it.')),
  };
  await element.inspect(file);
  const isRead = () => part(element, 'papers')?.textContent.includes(read.sha256.slice(0, 8));
  await waitUntil(() => isRead() === true, 'the facts are shown');
  return element;
}
