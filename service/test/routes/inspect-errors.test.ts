import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {inspectErrors} from '../../src/routes/environments/inspect-errors.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {envelope, jpegOf, protectForm} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';

const MIB = 1024 * 1024;
const FILE_TYPE = 'application/octet-stream';
const CR_JSON = 'application/vnd.c2pa.crjson+json';

describe('The errors of POST inspect', () => {
  const service = serviceOfSuite({imageLimit: MIB, audioLimit: MIB});
  const image = envelope(jpegOf(3000));

  /** An image whose seal cannot be read. */
  const unreadable = async (): Promise<string> => {
    const {payload, headers} = await protectForm(jpegOf(3000), 'image/jpeg', {});
    const {rawPayload: file} = await service.post('/protect', payload, headers);
    file.write('c2xx', file.indexOf('c2pa.claim.v2') - 25, 'latin1');
    return envelope(file);
  };

  it('are described by status with their conditions, and each says what to change', async () => {
    const {keys, live, app} = service;
    const sealing = await keys.create('sandbox', 'seals', {roles: ['seal']});
    const once = await keys.create('sandbox', 'once', {limits: {inspectionsPerDay: 1}});
    const base = '/protection/sandbox';
    await service.post('/inspect', image, {'x-api-key': once.key});
    const refused: [
      status: number,
      detail: RegExp,
      body: string | Buffer,
      headers?: object,
      at?: string,
    ][] = [
      [400, /member "image"/, '{}'],
      [401, /Send an API key/, image, {'x-api-key': ''}],
      [403, /lacks the role "inspect"/, image, {'x-api-key': sealing.key}],
      [413, /inspects of its kind/, envelope(jpegOf(MIB + 9))],
      [413, /GET this address for its limits/, envelope(jpegOf(2 * MIB))],
      [413, /GET this address for its limits/, jpegOf(MIB + 9), {'content-type': FILE_TYPE}],
      [400, /media type/, Buffer.from('no image'), {'content-type': FILE_TYPE}],
      [415, /openapi\.json/, image, {'content-type': 'text/plain'}],
      [422, /no crJSON/, await unreadable(), {accept: `${CR_JSON}, application/problem+json`}],
      [429, /1 inspections of today/, image, {'x-api-key': once.key}],
      [503, /no certificate yet/, image, {'x-api-key': live.key}, '/protection'],
    ];
    for (const [status, detail, payload, headers, at = base] of refused) {
      const answer = await app.inject({
        method: 'POST',
        url: `${at}/inspect`,
        headers: {
          'x-api-key': service.sandbox.key,
          'content-type': 'application/json',
          accept: 'application/problem+json',
          ...headers,
        },
        payload,
      });
      assert.equal(answer.statusCode, status, answer.body);
      assert.match(answer.json<Problem>().detail ?? '', detail);
    }
    // Tests of slow bodies provoke 408.
    const provoked = [...new Set([408, ...refused.map(([status]) => status)])].sort();
    const {paths} = (await app.inject('/openapi.json')).json<{
      paths: Record<string, {post: {responses: Record<string, Described>}}>;
    }>();
    const {200: _, default: other, ...described} = paths[`${base}/inspect`]!.post.responses;
    assert.deepEqual(Object.keys(described).map(Number), provoked);
    for (const [status, {description, content}] of Object.entries(described)) {
      assert.equal(description, inspectErrors[Number(status)]);
      assert.deepEqual(content, other?.content);
    }
  });

  it('are in the documentation as they are described', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/service.md'), 'utf8');
    const rows = [...page.matchAll(/^\| ([45]\d\d) +\| (.*?) +\|$/gm)];
    assert.deepEqual(
      rows.map(([, status, when]) => [status, when]),
      Object.entries(inspectErrors),
    );
  });
});

interface Described {
  description: string;
  content: Record<string, object>;
}
