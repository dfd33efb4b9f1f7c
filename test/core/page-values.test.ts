import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {obfuscated} from '../../src/core/obfuscated-place.js';
import {plain, sealableAdditions, sealablePlace} from '../../src/core/page-values.js';
import type {Features, Gps, Tags} from '../../src/model/capture-metadata.js';
import {MAX_MANIFEST_SIZE, MAX_TAGS_SIZE} from '../../src/model/seal-limits.js';
import {suggestedManifestSize} from '../../src/seal/layout.js';
import {Browser, Page, sealing, settled} from './queue-fixture.js';

const codesFor = (additions: object): string[] => {
  const codes: string[] = [];
  sealableAdditions(additions, ({code}) => codes.push(code));
  return codes;
};
/** As a framework hands objects over: structured cloning refuses them. */
const observed = <T extends object>(value: T): T => new Proxy(value, {});

describe('what a page hands over', () => {
  const circle: Record<string, unknown> = {};
  circle['itself'] = circle;
  const wrong: Record<string, object> = {
    'a number as a tag': {tags: {n: 3}},
    'an empty key': {tags: {'': 'x'}},
    'a key that is too long': {tags: {['k'.repeat(257)]: 'x'}},
    'a tag that is too long': {tags: {n: 'x'.repeat(4097)}},
    'too many tags': {tags: Object.fromEntries(Array.from({length: 101}, (_, i) => [i, 'x']))},
    'tags that are a text': {tags: 'order'},
    'a feature that nobody knows': {features: {toString: {}}},
    'a box without its height': {
      features: {licensePlateInfo: {boundingBox: {x: 1, y: 1, width: 1}}},
    },
    'a circle': {features: circle},
  };
  for (const [name, additions] of Object.entries(wrong)) {
    it(`is refused with ${name}`, () => {
      assert.deepEqual(codesFor(additions), ['configuration_invalid']);
    });
  }

  it('is taken up to the limits, as plain data', () => {
    const tags = observed({['k'.repeat(256)]: 'x'.repeat(4096)});
    const boundingBox = {x: 0, y: 0, width: 10, height: 10};
    const features = {licensePlateInfo: {plateNumber: 'AB 12', boundingBox, wasEdited: false}};
    const taken = sealableAdditions({tags, features: observed(features)}, assert.fail);
    assert.deepEqual(structuredClone(taken), {tags: {...tags}, features});
  });

  it('is refused where its bytes are more than a manifest holds, and else fits in one', () => {
    const full = (character: string) => ({
      tags: Object.fromEntries(
        Array.from({length: 100}, (_, i) => [`${i}`.padEnd(256, 'k'), character.repeat(4096)]),
      ),
    });
    assert.deepEqual(codesFor(full('ひ')), ['configuration_invalid']);
    const taken = sealableAdditions(full('x'), assert.fail);
    assert.ok(suggestedManifestSize(taken) < MAX_MANIFEST_SIZE);
    // The other sections' texts, each character of them escaped.
    const others = 16 * 1024 * '\\u0000'.length;
    assert.ok(suggestedManifestSize({}) + MAX_TAGS_SIZE + others <= MAX_MANIFEST_SIZE);
  });

  it('leaves out what is null', () => {
    assert.deepEqual(plain({altitude: null, speed: 1}), {speed: 1});
  });
});

describe('tags that cannot be sealed', () => {
  const tags = {n: 3} as unknown as Tags;

  it('are told at once, and the capture is sealed without them', async () => {
    const features: Features = observed({licensePlateInfo: {plateNumber: 'AB 12'}});
    const page = new Page(new Browser(), sealing, {apiKey: 'key', tags, features});
    await page.capture();
    assert.deepEqual(page.client.heard, ['protect-error', 'capture', 'protected']);
    const {captureId, code} = page.client.errors[0] ?? {};
    assert.deepEqual({captureId, code}, {captureId: '', code: 'configuration_invalid'});
    assert.deepEqual(structuredClone(page.calls[0]?.job.metadata), {
      network: {wifi: true},
      capturedAt: '2026-01-01T00:00:00.000Z',
      features: {licensePlateInfo: {plateNumber: 'AB 12'}},
    });
  });

  it('include one named "__proto__", which the service refuses', () => {
    const own = JSON.parse('{"__proto__": "x"}') as Tags;
    const refused: string[] = [];
    const taken = sealableAdditions({tags: own}, ({code}) => refused.push(code));
    assert.deepEqual({taken, refused}, {taken: {}, refused: ['configuration_invalid']});
  });

  it('do not release a held capture, which better ones do', async () => {
    const page = new Page(new Browser(), sealing, {apiKey: 'key', autoProtect: false});
    const captureId = await page.capture();
    const refused = page.protection.enqueueProtection(captureId, {tags});
    await assert.rejects(refused, {code: 'configuration_invalid'});
    assert.deepEqual(page.progress, [{name: 'held'}]);
    await page.protection.enqueueProtection(captureId, {tags: observed({n: '3'})});
    await settled();
    assert.deepEqual(structuredClone(page.calls[0]?.job.metadata.tags), {n: '3'});
  });
});

describe("a provider's place", () => {
  const london = {latitude: 51.5, longitude: -0.12};

  it('keeps what is known of it, and nothing else', () => {
    const timestamp = '2026-01-01T00:00:00Z';
    const answer = {...london, altitude: null, speed: -1, heading: 3, latLongAccuracy: NaN};
    assert.deepEqual(plain(sealablePlace({...answer, timestamp} as unknown as Gps)), {
      ...london,
      timestamp,
    });
    const untimed = sealablePlace({...london, timestamp: 'yesterday'});
    assert.deepEqual(plain(untimed), london);
  });

  it('is its reason where there is no place, else an error', () => {
    const reasons = [
      sealablePlace({unavailableReason: 'permission_denied'}),
      sealablePlace({unavailableReason: 'rain'} as unknown as Gps),
      sealablePlace({latitude: 91, longitude: 1}),
      sealablePlace(undefined as unknown as Gps),
    ].map(({unavailableReason}) => unavailableReason);
    assert.deepEqual(reasons, ['permission_denied', 'error', 'error', 'error']);
  });

  it('is not sealed where the radius that hides it is none', () => {
    for (const radius of [NaN, -1, Infinity]) {
      assert.deepEqual(obfuscated(london, radius), {unavailableReason: 'disabled'});
    }
  });
});
