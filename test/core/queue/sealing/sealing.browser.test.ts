import {expect} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {sharedInspectionClient} from '../../../../src/core/wiring/inspection.js';
import {type InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {type SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import {allHoldFor, rubricsOf} from '../../../conformance/rubrics-of.js';
import {load, seal, type SealingService} from './sealing-fixture.js';

const media: {mediaType: SealableMediaType; file: string}[] = [
  {mediaType: 'image/jpeg', file: 'small.jpg'},
  {mediaType: 'image/png', file: 'small.png'},
  {mediaType: 'image/webp', file: 'small.webp'},
  {mediaType: 'image/webp', file: 'lossless.webp'},
  {mediaType: 'audio/mpeg', file: 'small.mp3'},
];

const tags = {case: '7', 'naïve ☃': '<b>&"\'', long: 'x'.repeat(4096)};

const inspect = (service: SealingService, file: Blob): Promise<InspectionResult> =>
  sharedInspectionClient().inspect(file, {
    url: `${service.baseUrl}/sandbox/inspect`,
    apiKey: service.apiKey,
    signal: new AbortController().signal,
  });

describe('sealing by digest in this engine, against the real service', () => {
  let service: SealingService;

  before(async () => {
    service = await executeServerCommand<SealingService, undefined>('sealing-service');
  });

  for (const {mediaType, file} of media) {
    it(`seals ${file} so that it meets the rubrics of the conformance program`, async () => {
      const {baseUrl, apiKey} = service;
      const original = await load(file, mediaType);
      const sealed = await seal({baseUrl, apiKey, sandbox: true}, original, mediaType, tags);
      // It was not made by our camera or microphone.
      expect(await rubricsOf(sealed)).to.deep.equal(allHoldFor('mediaUnknownProvenance'));
    });

    it(`seals ${file} so that it is valid with its tags, and broken with one byte changed`, async () => {
      const original = await load(file, mediaType);
      const {baseUrl, apiKey} = service;
      const sealed = await seal({baseUrl, apiKey, sandbox: true}, original, mediaType, tags);
      expect(sealed.type).to.equal(mediaType);
      expect(sealed.size).to.be.greaterThan(original.size);

      const verdict = await inspect(service, sealed);
      expect(verdict.reason).to.be.a('string').that.is.not.empty;
      expect(verdict.labelState).to.equal('valid');
      expect(verdict.labelValid).to.equal(true);
      expect(verdict.tags).to.deep.equal(tags);
      expect(verdict.signature?.timestamp).to.match(/Z$/);

      const bytes = new Uint8Array(await sealed.arrayBuffer());
      // A RIFF file has its manifest at the end, so a byte of the picture itself is changed.
      const at = mediaType === 'image/webp' ? original.size - 20 : bytes.length - 20;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const broken = await inspect(service, new Blob([bytes], {type: mediaType}));
      expect(broken.labelValid).to.equal(false);
      expect(broken.labelState).to.equal('invalid');
    });
  }
});
