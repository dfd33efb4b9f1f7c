import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {plain} from '../../../src/core/metadata/added-values.js';
import {sealableAdditions, textOf, type Additions} from '../../../src/core/metadata/page-values.js';
import type {Features, Tags} from '@sealed-capture/seal/model/capture-metadata.js';
import {MAX_MANIFEST_SIZE, MAX_TAGS_SIZE} from '@sealed-capture/seal/model/seal/seal-format.js';
import {suggestedManifestSize} from '@sealed-capture/seal/containers/layout.js';
import {settled} from '../../settled.js';
import {Page} from '../queue/queue-fixture.js';

/** The messages of the reports. */
const problemsOf = (additions: object): string[] => {
  const problems: string[] = [];
  sealableAdditions(additions, (problem) => problems.push(`${problem}.`));
  return problems;
};
/** A proxy, as frameworks use for reactive objects; structured cloning refuses it. */
const observed = <T extends object>(value: T): T => new Proxy(value, {});

describe('tags and features from a page', () => {
  const circle: Record<string, unknown> = {};
  circle['licensePlateInfo'] = circle;
  const box = {x: 1, y: 2, width: 3, height: 4};
  const withBox = (boundingBox: unknown) => ({features: {licensePlateInfo: {boundingBox}}});
  const bad: Record<string, [additions: object, problem: string, sealable?: object]> = {
    'a number as a tag': [
      {tags: {case: 3, other: 'x'}},
      'tags.case has to be text of at most 4096 characters.',
      {tags: {other: 'x'}},
    ],
    'a nested tag': [
      {tags: {case: {deep: 'x'}}},
      'tags.case has to be text of at most 4096 characters.',
    ],
    'NaN as a tag': [{tags: {case: NaN}}, 'tags.case has to be text of at most 4096 characters.'],
    'half a character as a tag': [
      {tags: {case: '\ud800'}},
      'tags.case has to be text of at most 4096 characters.',
    ],
    'a tag that is too long': [
      {tags: {n: 'x'.repeat(4097)}},
      'tags.n has to be text of at most 4096 characters.',
    ],
    'an empty name': [{tags: {'': 'x', a: 'b'}}, 'tags. is no name for a tag.', {tags: {a: 'b'}}],
    'a name that is too long': [
      {tags: {['k'.repeat(257)]: 'x'}},
      `tags.${'k'.repeat(64)} is no name for a tag.`,
    ],
    '10,000 tags': [
      {tags: Object.fromEntries(Array.from({length: 10_000}, (_, i) => [i, 'x']))},
      'tags has more than 100 tags.',
    ],
    'a text as tags': [{tags: 'order'}, 'tags has to be a plain object.'],
    'a list as tags': [{tags: ['order']}, 'tags has to be a plain object.'],
    'a Map as tags': [{tags: new Map([['a', 'b']])}, 'tags has to be a plain object.'],
    'an unknown feature': [{features: {toString: {}}}, 'features.toString is not known.'],
    'a number as features': [{features: 3}, 'features has to be an object.'],
    'a text as a plate': [
      {features: {licensePlateInfo: 'AB 12'}},
      'features.licensePlateInfo has to be an object.',
    ],
    'a number as a plate number': [
      {features: {licensePlateInfo: {plateNumber: 12, wasEdited: true}}},
      'features.licensePlateInfo.plateNumber has to be text of at most 64 characters.',
      {features: {licensePlateInfo: {wasEdited: true}}},
    ],
    'a text as wasEdited': [
      {features: {licensePlateInfo: {wasEdited: 'no'}}},
      'features.licensePlateInfo.wasEdited has to be true or false.',
    ],
    'a box with an infinite value': [
      {features: {licensePlateInfo: {plateNumber: 'AB 12', boundingBox: {...box, x: Infinity}}}},
      'features.licensePlateInfo.boundingBox.x has to be a finite number.',
      {features: {licensePlateInfo: {plateNumber: 'AB 12'}}},
    ],
    'a box with NaN': [
      withBox({...box, y: NaN}),
      'features.licensePlateInfo.boundingBox.y has to be a finite number.',
    ],
    'a box with a text': [
      withBox({...box, x: '1'}),
      'features.licensePlateInfo.boundingBox.x has to be a finite number.',
    ],
    'a box with a negative size': [
      withBox({...box, width: -1}),
      'features.licensePlateInfo.boundingBox.width has to be a finite number from 0.',
    ],
    'a box without its height': [
      withBox({x: 1, y: 1, width: 1}),
      'features.licensePlateInfo.boundingBox.height has to be a finite number from 0.',
    ],
    'a circle': [{features: circle}, 'features.licensePlateInfo.licensePlateInfo is not known.'],
    'values that throw when they are read': [
      {
        tags: {
          get a(): string {
            throw new TypeError('Revoked.');
          },
        },
      },
      'tags cannot be read.',
    ],
  };
  for (const [name, [additions, problem, sealable = {}]] of Object.entries(bad)) {
    it(`are refused with ${name} by the field's name, and the rest is accepted`, () => {
      assert.deepEqual(problemsOf(additions), [problem]);
      assert.deepEqual(
        sealableAdditions(additions, () => undefined),
        sealable,
      );
    });

    it(`lose no capture with ${name}, which is reported once`, async () => {
      const page = new Page({config: {apiKey: 'key', ...additions}});
      await page.capture();
      assert.deepEqual(page.client.heard, ['configuration-error', 'capture', 'protected']);
      const [[option, given] = []] = Object.entries<unknown>({...additions});
      const value = textOf(given);
      const code = 'configuration_invalid';
      assert.deepEqual(page.client.invalid, [{option, value, message: problem, code}]);
      assert.deepEqual(page.reports, []);
      assert.deepEqual(page.calls[0]?.job.metadata, {
        network: {wifi: true},
        capturedAt: '2026-01-01T00:00:00.000Z',
        ...sealable,
      });
    });
  }

  it('are reported to the console if the client does not take such reports', async () => {
    const page = new Page({config: {apiKey: 'key', tags: {case: 3} as unknown as Tags}});
    Object.assign(page.client, {onConfigurationError: undefined});
    await page.capture();
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
    const problem = 'tags.case has to be text of at most 4096 characters.';
    assert.deepEqual(page.reports, [`sealed-capture: ${problem}`]);
  });

  it('are reported once for the tags and once for the features, by the first field', () => {
    const problems = problemsOf({tags: {a: 1, b: 2}, features: {colour: 'red'}});
    assert.deepEqual(problems, [
      'tags.a has to be text of at most 4096 characters.',
      'features.colour is not known.',
    ]);
  });

  it('are accepted up to the limits, as plain data', () => {
    const tags = observed({['k'.repeat(256)]: 'x'.repeat(4096)});
    const boundingBox = {x: 0, y: 0, width: 10, height: 10};
    const features = {licensePlateInfo: {plateNumber: 'AB 12', boundingBox, wasEdited: false}};
    const taken = sealableAdditions({tags, features: observed(features)}, assert.fail);
    assert.deepEqual(structuredClone(taken), {tags: {...tags}, features});
  });

  it('are refused if they exceed the size of a manifest, and fit otherwise', () => {
    const full = (character: string) => ({
      tags: Object.fromEntries(
        Array.from({length: 100}, (_, i) => [`${i}`.padEnd(256, 'k'), character.repeat(4096)]),
      ),
    });
    assert.deepEqual(problemsOf(full('ひ')), ['tags has more than 786432 bytes.']);
    const taken = sealableAdditions(full('x'), assert.fail);
    assert.ok(suggestedManifestSize(taken) < MAX_MANIFEST_SIZE);
    // The text of the other sections, each character escaped.
    const others = 16 * 1024 * '\\u0000'.length;
    assert.ok(suggestedManifestSize({}) + MAX_TAGS_SIZE + others <= MAX_MANIFEST_SIZE);
  });

  it('are sealed without null values', () => {
    assert.deepEqual(plain({altitude: null, speed: 1}), {speed: 1});
    const nothing = {tags: {a: null}, features: {licensePlateInfo: null}} as unknown as Additions;
    assert.deepEqual(sealableAdditions(nothing, assert.fail), {});
  });
});

describe('tags that cannot be sealed', () => {
  const tags = {n: 3} as unknown as Tags;

  it('do not affect the features, even if a framework wraps them in proxies', async () => {
    const features: Features = observed({licensePlateInfo: {plateNumber: 'AB 12'}});
    const page = new Page({config: {apiKey: 'key', tags, features}});
    await page.capture();
    assert.deepEqual(structuredClone(page.calls[0]?.job.metadata.features), features);
  });

  it('include a tag named "__proto__", which the service refuses', () => {
    const own = JSON.parse('{"__proto__": "x"}') as Tags;
    const refused: string[] = [];
    const taken = sealableAdditions({tags: own}, (problem) => refused.push(problem));
    assert.deepEqual(
      {taken, refused},
      {taken: {}, refused: ['tags.__proto__ is no name for a tag']},
    );
  });

  it('do not release a held capture; valid tags do', async () => {
    const page = new Page({config: {apiKey: 'key', autoProtect: false}});
    const captureId = await page.capture();
    const refused = page.protection.enqueueProtection(captureId, {tags});
    await assert.rejects(refused, {code: 'configuration_invalid'});
    assert.deepEqual(page.progress, [{name: 'held'}]);
    await settled(page.protection.enqueueProtection(captureId, {tags: observed({n: '3'})}));
    assert.deepEqual(structuredClone(page.calls[0]?.job.metadata.tags), {n: '3'});
  });

  it('release none of several held captures if one would have too many', async () => {
    const page = new Page({config: {apiKey: 'key', autoProtect: false}});
    await page.capture();
    const full = Object.fromEntries(Array.from({length: 100}, (_, i) => [`${i}`, 'x']));
    page.client.config = {...page.client.config, tags: full};
    await page.capture();
    const refused = page.protection.enqueueProtection(undefined, {tags: {another: 'x'}});
    await assert.rejects(refused, {message: 'tags has more than 100 tags.'});
    await settled();
    assert.deepEqual(page.progress, [{name: 'held'}, {name: 'held'}]);
  });
});
