import assert from 'node:assert/strict';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {PassThrough} from 'node:stream';
import {describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {cborAssertion} from '../../../seal/test/foreign-store.js';
import {sealFile} from '../../../seal/test/seal-file.js';
import {makeAuthority} from '../../../seal/test/pki.js';
import {
  forged,
  forgedUpdate,
  manifestsOf,
  partOf,
  recording,
  withManifests,
} from '../../../seal/test/updates/surgery.js';
import {envelope, jpegOf, protectForm, sentForm} from '../requests.js';
import {serviceOfSuite, startFixture} from '../service-fixture.js';

const MIB = 1024 * 1024;

describe('POST protect', () => {
  const service = serviceOfSuite({
    imageLimit: 2 * MIB,
    audioLimit: 3 * MIB,
    bodyMemory: 5 * MIB,
  });

  const protect = async (...form: Parameters<typeof protectForm>) => {
    const {payload, headers} = await protectForm(...form);
    return service.post('/protect', payload, headers);
  };
  const inspect = async (media: Buffer) =>
    (await service.post('/inspect', envelope(media))).json<InspectionResult>();

  it('seals a picture that is then valid, with its metadata', async () => {
    const metadata = {tags: {site: 'A'}, gps: {latitude: 1, longitude: 2}};
    const answer = await protect(jpegOf(100_000), 'image/jpeg', metadata);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['content-type'], 'image/jpeg');
    const result = await inspect(answer.rawPayload);
    assert.equal(result.labelState, 'valid', result.reason);
    assert.deepEqual(result.tags, {site: 'A'});
    assert.equal(result.gps?.latitude, 1);
  });

  it('keeps an earlier seal as the parent of the new one', async () => {
    const first = await protect(jpegOf(50_000), 'image/jpeg', {tags: {seal: 'first'}});
    const second = await protect(first.rawPayload, 'image/jpeg', {tags: {seal: 'second'}});
    assert.equal(second.statusCode, 200, second.body);
    const result = await inspect(second.rawPayload);
    assert.equal(result.labelState, 'valid', result.reason);
    assert.deepEqual(result.tags, {seal: 'second'});
    assert.ok(second.rawPayload.includes('parentOf'));
  });

  it('refuses a file whose earlier seal is broken, with the reason', async () => {
    const {rawPayload: changed} = await protect(jpegOf(50_000), 'image/jpeg', {});
    changed[changed.length - 100]! ^= 1;
    assert.equal((await inspect(changed)).labelState, 'invalid');
    const answer = await protect(changed, 'image/jpeg', {});
    assert.equal(answer.statusCode, 422, answer.body.slice(0, 100));
    const {detail} = answer.json<Problem>();
    assert.match(detail ?? '', /does not hold: The file was changed after it was sealed\./);
    assert.match(detail ?? '', /keep-broken/);
  });

  it('seals such a file on request, and every inspection reports the broken seal', async () => {
    const {rawPayload: changed} = await protect(jpegOf(50_000), 'image/jpeg', {});
    changed[changed.length - 100]! ^= 1;
    let file = changed;
    // This includes the case in which the new seal is itself an earlier one.
    for (const parent of ['keep-broken', undefined]) {
      const answer = await protect(file, 'image/jpeg', {}, undefined, parent);
      assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
      file = answer.rawPayload;
      const {labelValid, reason, checks} = await inspect(file);
      assert.ok(labelValid);
      assert.match(reason, /sealed it, but the file that it was made from had a broken seal\.$/);
      const told = checks.find(({code}) => code === 'assertion.dataHash.mismatch');
      assert.deepEqual([told?.passed, told?.inIngredient], [false, true]);
    }
    const wrong = await protect(changed, 'image/jpeg', {}, undefined, 'keep');
    assert.equal(wrong.statusCode, 400);
    assert.equal(wrong.json<Problem>().errors?.[0]?.pointer, '/parent');
  });

  it('makes no statement about a signer who was not trusted when the file was sealed, and is now', async () => {
    const {signer, rootPem} = await makeAuthority('Later');
    const {sealed} = await sealFile({media: jpegOf(20_000), mediaType: 'image/jpeg'}, signer);
    const {rawPayload} = await protect(Buffer.from(sealed), 'image/jpeg', {});
    assert.match((await inspect(rawPayload)).reason, /whose signer is not trusted\.$/);
    const root = join(service.folder, 'later.pem');
    await writeFile(root, rootPem);
    const later = await startFixture({dataFolder: service.folder, trustAnchors: root});
    const answer = await later.post('/inspect', envelope(rawPayload));
    await later.app.close();
    const {labelState, reason, checks} = answer.json<InspectionResult>();
    assert.equal(labelState, 'valid');
    assert.match(reason, /sealed it\.$/);
    assert.deepEqual(
      checks.filter(({passed}) => !passed),
      [],
    );
  });

  it('seals a file with the seal of a stranger, and every verdict says that its signer is not trusted', async () => {
    const {signer} = await makeAuthority('Stranger');
    const media = {media: jpegOf(20_000), mediaType: 'image/jpeg'} as const;
    let file: Uint8Array = (await sealFile(media, signer)).sealed;
    // The second seal has the first one, of this service, in between.
    for (const _ of [1, 2]) {
      const answer = await protect(Buffer.from(file), 'image/jpeg', {});
      assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
      file = answer.rawPayload;
      const {labelState, reason} = await inspect(Buffer.from(file));
      assert.equal(labelState, 'valid');
      assert.match(reason, /, but it was made from a file whose signer is not trusted\.$/);
    }
  });

  it('seals such a file even if a seal in its history was replaced by one that hides the break', async () => {
    const {signer} = await makeAuthority('Stranger');
    const first = await protect(jpegOf(50_000), 'image/jpeg', {});
    const second = await protect(first.rawPayload, 'image/jpeg', {});
    const [older, newer] = manifestsOf(second.rawPayload);
    assert.ok(older && newer);
    const {label} = partOf(older);
    const known = recording([['ingredient.manifest.mismatch', `self#jumbf=/c2pa/${label}`]]);
    const assertions = [cborAssertion('c2pa.ingredient.v3', known)];
    const another = await forged({label, assertions}, signer);
    const file = Buffer.from(withManifests(second.rawPayload, 'image/jpeg', [another, newer]));
    assert.equal((await inspect(file)).labelState, 'invalid');
    assert.equal((await protect(file, 'image/jpeg', {})).statusCode, 422);
    const answer = await protect(file, 'image/jpeg', {}, undefined, 'keep-broken');
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
    const {labelState, reason, checks} = await inspect(answer.rawPayload);
    assert.equal(labelState, 'valid');
    assert.match(reason, /but the file that it was made from had a broken seal\.$/);
    const told = checks.find(({code}) => code === 'ingredient.manifest.mismatch');
    assert.deepEqual([told?.passed, told?.inIngredient], [false, true]);
  });

  it('explains why an update whose base seal is missing is not kept, and what to do', async () => {
    const sealed = await protect(jpegOf(50_000), 'image/jpeg', {});
    const [only] = manifestsOf(sealed.rawPayload);
    assert.ok(only);
    const {signer} = await makeAuthority('Stranger');
    const update = await forgedUpdate({over: only}, signer);
    const file = Buffer.from(withManifests(sealed.rawPayload, 'image/jpeg', [update]));
    const answer = await protect(file, 'image/jpeg', {}, undefined, 'keep-broken');
    assert.equal(answer.statusCode, 422, answer.body.slice(0, 300));
    assert.match(
      answer.json<Problem>().detail ?? '',
      /^The file's earlier seal does not allow a further one: its newest manifest is an update of a seal that is gone .* Seal the file as it was before /,
    );
    const {statusCode} = await protect(jpegOf(50_000), 'image/jpeg', {});
    assert.equal(statusCode, 200, 'without any manifest');
  });

  it('reports a seal that could not be checked, and how the file can be sealed', async () => {
    const sealed = await protect(jpegOf(50_000), 'image/jpeg', {gps: {latitude: 1, longitude: 2}});
    const form = new FormData();
    form.append('media', new Blob([Uint8Array.from(sealed.rawPayload)], {type: 'image/jpeg'}));
    form.append('sections', 'place');
    const {payload, headers} = await sentForm(form);
    const redacted = await service.post('/redact', payload, headers);
    assert.equal(redacted.statusCode, 200, redacted.body.slice(0, 300));
    // A manifest that the engine cannot list, which refers to a missing one.
    const {signer} = await makeAuthority('Stranger');
    const activeManifest = {url: 'self#jumbf=/c2pa/urn:c2pa:none', hash: new Uint8Array(32)};
    const ingredient = {relationship: 'componentOf', activeManifest};
    const assertions = [cborAssertion('c2pa.ingredient.v3', ingredient)];
    const label = 'urn:c2pa:00000000-0000-4000-8000-000000000000';
    const unlistable = await forged({label, assertions}, signer);
    const manifests = [unlistable, ...manifestsOf(redacted.rawPayload)];
    const file = Buffer.from(withManifests(redacted.rawPayload, 'image/jpeg', manifests));
    assert.equal((await inspect(file)).labelState, 'unchecked');
    for (const parent of [undefined, 'keep-broken']) {
      const answer = await protect(file, 'image/jpeg', {}, undefined, parent);
      assert.equal(answer.statusCode, 422, answer.body.slice(0, 300));
      const {detail = ''} = answer.json<Problem>();
      assert.match(detail, /could not be read, .* A copy without any manifest can be sealed: /);
      assert.doesNotMatch(detail, /keep-broken|does not hold|is broken/);
    }
  });

  it('reserves space for metadata of any allowed size', async () => {
    const tags = Object.fromEntries(
      Array.from({length: 100}, (_, i) => [`t${i}`, 'é"<'.repeat(1300)]),
    );
    const answer = await protect(jpegOf(10_000), 'image/jpeg', {tags});
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
    assert.deepEqual((await inspect(answer.rawPayload)).tags, tags);
  });

  it('accepts metadata as a file part, too, in any order', async () => {
    const form = new FormData();
    form.append('metadata', new Blob(['{"tags":{"a":"b"}}'], {type: 'application/json'}), 'm.json');
    form.append('media', new Blob([Uint8Array.from(jpegOf(9000))], {type: 'image/jpeg'}), 'a.jpg');
    const {payload, headers} = await sentForm(form);
    const answer = await service.post('/protect', payload, headers);
    assert.equal(answer.statusCode, 200, answer.body);
  });

  it('counts an upload in full until it is answered, whatever parts it has', async () => {
    const form = new FormData();
    const media = Uint8Array.from(jpegOf(2 * MIB - 9000));
    form.append('media', new Blob([media], {type: 'image/jpeg'}), 'a.jpg');
    form.append('metadata', new Blob(['{}'], {type: 'application/json'}), 'm.json');
    const request = new Request('http://localhost/', {method: 'POST', body: form});
    const whole = Buffer.from(await request.arrayBuffer());
    const headers = () => ({
      'content-type': request.headers.get('content-type') ?? '',
      'content-length': `${whole.length}`,
      'idempotency-key': crypto.randomUUID(),
    });
    // Without the last bytes, so that the first upload stays open within its metadata.
    const open = new PassThrough();
    open.write(whole.subarray(0, -20));
    const first = service.post('/protect', open, headers());
    await sleep(200);
    assert.equal((await service.post('/protect', whole, headers())).statusCode, 503);
    open.end(whole.subarray(-20));
    assert.equal((await first).statusCode, 200);
    assert.equal((await service.post('/protect', whole, headers())).statusCode, 200);
  });

  const jpeg = jpegOf(9000);
  const wrong: [what: string, form: Parameters<typeof protectForm>, status: number][] = [
    ['a form without media', [undefined, '', {}], 400],
    ['a form without metadata', [jpeg, 'image/jpeg', undefined], 400],
    ['an empty file', [Buffer.alloc(0), 'image/jpeg', {}], 400],
    ['metadata that are not JSON', [jpeg, 'image/jpeg', '{'], 400],
    ['metadata with __proto__', [jpeg, 'image/jpeg', '{"tags":{"__proto__":"x"}}'], 400],
    ['metadata that violate the schema', [jpeg, 'image/jpeg', '{"gps":{"latitude":91}}'], 400],
    ['a type that cannot be sealed', [jpeg, 'image/gif', {}], 415],
    ['a media type that does not match the file', [jpeg, 'image/png', {}], 422],
    ['a JPEG cut before its picture', [jpeg.subarray(0, 200), 'image/jpeg', {}], 422],
    ['an image that is too large', [jpegOf(2 * MIB + 100), 'image/jpeg', {}], 413],
    ['a file above the total size limit', [Buffer.alloc(9 * MIB), 'audio/mpeg', {}], 413],
  ];
  for (const [what, form, status] of wrong) {
    it(`answers ${status} with a problem to ${what}`, async () => {
      const answer = await protect(...form);
      assert.equal(answer.statusCode, status, answer.body.slice(0, 300));
      assert.equal(answer.headers['content-type'], 'application/problem+json');
      assert.equal(answer.json<Problem>().status, status);
    });
  }

  it('answers with a problem document to anything that is not such a form', async () => {
    const {headers} = await protectForm(jpeg, 'image/jpeg', {});
    const post = (payload: Buffer, change: Record<string, string> = {}) =>
      service.post('/protect', payload, {...headers, ...change});
    assert.equal((await post(jpeg, {'content-type': 'image/jpeg'})).statusCode, 415);
    assert.equal((await post(jpeg, {'content-type': 'multipart/form-data'})).statusCode, 400);
    assert.equal((await post(jpeg)).statusCode, 400);
    const {payload} = await protectForm(jpeg, 'image/jpeg', {});
    assert.equal((await post(payload.subarray(0, 5000))).statusCode, 400);
    const noKey = await protectForm(jpeg, 'image/jpeg', {});
    const {'content-type': type} = noKey.headers;
    const answer = await service.post('/protect', noKey.payload, {'content-type': type ?? ''});
    assert.equal(answer.statusCode, 400);
  });

  it('refuses parts with the names of members of Object.prototype', async () => {
    const form = new FormData();
    form.append('__proto__', 'x');
    const {payload, headers} = await sentForm(form);
    const answer = await service.post('/protect', payload, headers);
    assert.equal(answer.statusCode, 400, answer.body);
  });
});
