import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {pickSections} from '@sealed-capture/seal/engine/sections.js';
import {variants} from '../../../test/variants.js';
import {asJson, fields, metadataWith, reasons, type Field} from './metadata-fields.js';
import {idempotent, protectForm, sealRequest} from '../requests.js';
import {media, protectAndInspect, requestFor, sealAndInspect} from '../seal-and-inspect.js';
import {serviceOfSuite} from '../service-fixture.js';

/** A schema as in `/openapi.json`. */
interface Described {
  description?: string;
  properties?: Record<string, Described>;
  items?: Described;
}

interface ObjectSchema {
  properties?: Record<string, ObjectSchema>;
}

/** The paths of all fields without children. */
const leaves = (schema: ObjectSchema, path: string[] = []): string[] =>
  schema.properties
    ? Object.entries(schema.properties).flatMap(([name, field]) => leaves(field, [...path, name]))
    : [path.join('.')];

const everything = [...fields, ...reasons];
const title = ({path}: Field) => path.join('.');
const shown = (value: unknown) => asJson(value).slice(0, 60);

describe('The metadata of a capture', () => {
  const service = serviceOfSuite();

  /** The answers of seal and protect to invalid metadata; both must name the same fields. */
  async function refusals(metadata: unknown): Promise<Problem[]> {
    const request = sealRequest();
    const {payload, headers} = await protectForm(media, 'image/jpeg', asJson(metadata));
    const answers = [
      await service.post('/seal', asJson({...request, metadata}), idempotent(request)),
      await service.post('/protect', payload, headers),
    ];
    return answers.map((answer) => {
      assert.equal(answer.statusCode, 400, answer.body);
      assert.equal(answer.headers['content-type'], 'application/problem+json');
      return answer.json<Problem>();
    });
  }
  async function assertRefused(metadata: unknown, pointer: string): Promise<void> {
    for (const {errors} of await refusals(metadata)) {
      assert.deepEqual(
        errors?.map((one) => one.pointer),
        [pointer],
        shown(metadata),
      );
    }
  }

  it('are all covered by the tests below', () => {
    const tested = new Set(everything.map(title).filter((name) => !name.startsWith('tags.')));
    const known = leaves(CaptureMetadata as ObjectSchema).filter((name) => name !== 'tags');
    assert.deepEqual([...tested].sort(), known.sort());
  });

  const rounds = Math.max(...fields.map(({good}) => good.length));
  for (const round of variants([...Array(rounds).keys()].toReversed(), 3)) {
    const values = fields.map(({path, good}) => [path, good[round % good.length]] as const);
    const metadata = metadataWith(values);
    const {capturedAt, ...sections} = metadata;
    it(`are returned value for value (round ${round + 1} of ${rounds})`, async () => {
      assert.ok(capturedAt);
      const bySeal = await sealAndInspect(service, metadata);
      assert.equal(bySeal.labelState, 'valid', bySeal.reason);
      assert.equal(bySeal.signature?.environment, 'sandbox');
      assert.deepEqual(pickSections(bySeal), sections);
      const byProtect = await protectAndInspect(service, metadata);
      assert.deepEqual(pickSections(byProtect), sections);
      // A file with an existing seal is sealed by the engine, which reads and writes metadata itself.
      const again = await protectAndInspect(service, metadata, {file: byProtect.file});
      assert.equal(again.labelState, 'valid', again.reason);
      assert.deepEqual(pickSections(again), sections);
    });
  }

  it('are returned with the reason of every section, whichever it is', async () => {
    for (const [i] of reasons[0]!.good.entries()) {
      // A field's own reason needs a heading beside it, and the section's reason needs none, so both are tested in
      // turn.
      for (const without of ['magnetometer', 'magnetometer.field']) {
        const metadata = metadataWith(
          reasons
            .filter(({path}) => path.slice(0, -1).join('.') !== without)
            .map(({path, good}) => [path, good[i]]),
        );
        assert.deepEqual(pickSections(await sealAndInspect(service, metadata)), metadata);
      }
    }
  });

  for (const field of everything) {
    it(`are refused if ${title(field)} has a wrong type or is out of range`, async () => {
      // The other fields are valid, because a box needs all of its fields.
      const beside = fields
        .filter(({path}) => path.slice(0, -1).join() === field.path.slice(0, -1).join())
        .map(({path, good}) => [path, good[0]] as const);
      for (const value of field.bad) {
        const metadata = metadataWith([
          ...(reasons.includes(field) ? [] : beside),
          [field.path, value],
        ]);
        await assertRefused(metadata, `/metadata/${field.path.join('/')}`);
      }
    });
  }

  const refused: [what: string, metadata: unknown, pointer: string][] = [
    ['an empty section', {gps: {}}, '/metadata/gps'],
    ['an empty field', {magnetometer: {heading: 1, field: {}}}, '/metadata/magnetometer/field'],
    ['a section that is not an object', {camera: [1]}, '/metadata/camera'],
    ['a section that is null', {device: null}, '/metadata/device'],
    ['an unknown section', {weather: {}}, '/metadata/weather'],
    ['an unknown field', {gps: {latitude: 1, city: 'Ghent'}}, '/metadata/gps/city'],
    [
      'an unknown field whose name a pointer must escape',
      {device: {'a/b~c': 1}},
      '/metadata/device/a~1b~0c',
    ],
    [
      'an unknown nested field',
      {features: {licensePlateInfo: {country: 'B'}}},
      '/metadata/features/licensePlateInfo/country',
    ],
    [
      'an incomplete box',
      {features: {licensePlateInfo: {boundingBox: {x: 1, y: 1, width: 1}}}},
      '/metadata/features/licensePlateInfo/boundingBox/height',
    ],
    [
      'a technology that is not a string',
      {network: {cellular: {technologies: ['LTE', 5]}}},
      '/metadata/network/cellular/technologies/1',
    ],
    [
      'a bookmark before the beginning',
      {microphone: {bookmarks: [1, -1]}},
      '/metadata/microphone/bookmarks/1',
    ],
    [
      'a name of a bookmark of more than 100 characters',
      {microphone: {bookmarks: [1], bookmarkNames: ['x'.repeat(101)]}},
      '/metadata/microphone/bookmarkNames/0',
    ],
    ['a list as tags', {tags: ['a']}, '/metadata/tags'],
    ['nested tags', {tags: {a: {b: 'c'}}}, '/metadata/tags/a'],
    [
      '101 tags',
      {tags: Object.fromEntries(Array.from({length: 101}, (_, i) => [`tag ${i}`, 'x']))},
      '/metadata/tags',
    ],
    ['a tag with half a character in its name', {tags: {'a\ud83e': 'b'}}, '/metadata/tags/a\ud83e'],
  ];
  for (const [what, metadata, pointer] of refused) {
    it(`are refused if they contain ${what}`, () => assertRefused(metadata, pointer));
  }

  it('are refused with tags whose names are invalid or too long', async () => {
    for (const name of ['', 'x'.repeat(257)]) {
      for (const {errors = []} of await refusals({tags: {[name]: 'x'}})) {
        assert.ok(errors.length > 0);
        for (const {pointer} of errors) assert.match(pointer, /^\/metadata\/tags/);
      }
    }
  });

  it('are refused completely if they are not an object', async () => {
    for (const metadata of [null, [], 'text', 1]) await assertRefused(metadata, '/metadata');
  });

  it('may be empty: no tags, no features, an unknown technology', async () => {
    const metadata = {tags: {}, features: {}, network: {cellular: {technologies: []}}};
    const {labelState, tags, features, network} = await sealAndInspect(service, metadata);
    assert.equal(labelState, 'valid');
    assert.deepEqual({tags, features}, {tags: undefined, features: undefined});
    assert.deepEqual(network, metadata.network);
  });

  it('are returned as they were sent if a client sends values and a reason', async () => {
    const metadata = {
      gps: {latitude: 1, longitude: 2, unavailableReason: 'permission_denied'},
      acceleration: {x: 1, unavailableReason: 'error'},
      magnetometer: {
        heading: 3,
        field: {x: 1, unavailableReason: 'error'},
        unavailableReason: 'timeout',
      },
    } as const;
    assert.deepEqual(pickSections(await sealAndInspect(service, metadata)), metadata);
    assert.deepEqual(pickSections(await protectAndInspect(service, metadata)), metadata);
  });

  it('get no additional field: neither defaults nor values of another section', async () => {
    for (const metadata of [{}, {gps: {latitude: 1, longitude: 2}}, {camera: {flash: false}}]) {
      assert.deepEqual(pickSections(await sealAndInspect(service, metadata)), metadata);
      assert.deepEqual(pickSections(await protectAndInspect(service, metadata)), metadata);
    }
  });

  it('may be as large as the largest seal, and are refused with an explanation beyond it', async () => {
    const tagsOf = (value: string) =>
      Object.fromEntries(Array.from({length: 100}, (_, i) => [`tag ${i}`, value]));
    const large = {tags: tagsOf('x'.repeat(4096))};
    assert.deepEqual((await sealAndInspect(service, large)).tags, large.tags);
    assert.deepEqual((await protectAndInspect(service, large)).tags, large.tags);
    const {request} = requestFor({tags: tagsOf('🦉'.repeat(4096))});
    const {payload, headers} = await protectForm(media, 'image/jpeg', request.metadata);
    for (const answer of [
      await service.post('/seal', request, idempotent(request)),
      await service.post('/protect', payload, headers),
    ]) {
      assert.equal(answer.statusCode, 400, answer.body.slice(0, 300));
      const {detail, needed} = answer.json<Problem>();
      assert.match(
        detail ?? '',
        /^The metadata are too much for a seal: they need \d+ bytes of 1048576/,
      );
      assert.equal(needed, undefined, 'no hole would do');
    }
  });

  it('are described field by field, with units, in the description of the service', async () => {
    type Content = {content: Record<string, {schema: Described}>};
    const {paths} = (await service.app.inject('/openapi.json')).json<{
      paths: Record<string, {post: {requestBody: Content; responses: Record<string, Content>}}>;
    }>();
    const undescribed = (schema: Described, path: string): string[] => [
      ...(schema.description ? [] : [path]),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
        undescribed(one, `${path}/${name}`),
      ),
      ...(schema.items ? undescribed(schema.items, `${path}/0`) : []),
    ];
    for (const [route, type] of [
      ['seal', 'application/json'],
      ['protect', 'multipart/form-data'],
    ] as const) {
      const body = paths[`/protection/${route}`]?.post.requestBody.content[type]?.schema;
      assert.ok(
        body?.properties?.['metadata']?.properties?.['gps'] && body.properties['requestedAt'],
      );
      assert.deepEqual(undescribed({...body, description: 'The body.'}, ''), []);
    }
    const {requestBody, responses} = paths['/protection/inspect']!.post;
    for (const body of [requestBody, responses['200']]) {
      const {schema} = Object.values(body?.content ?? {})[0] ?? {};
      assert.ok(schema?.properties);
      assert.deepEqual(undescribed({...schema, description: 'The body.'}, ''), []);
    }
  });
});
