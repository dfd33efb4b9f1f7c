import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import {crc32} from 'node:zlib';
import {type InspectionResult} from '../../src/model/inspection/inspection-result.js';
import {type SealableMediaType} from '../../src/model/media-type.js';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal, readSealAndCrJson} from '../../src/engine/read-seal.js';
import {storeOf} from '../../src/own-reader/files/embedded-store.js';
import {fieldsOf, ManifestStore} from '../../src/own-reader/manifests.js';
import {claimSignature} from '../../src/own-reader/signature/signature.js';
import {LATER_STAMP, STAMP_UNSUPPORTED} from '../../src/status-codes.js';
import {addStamp, stampableSeal, StampRefused} from '../../src/writing/add-stamp.js';
import {SealDoesNotHold} from '../../src/writing/new-seal.js';
import {redactSeal} from '../../src/writing/redaction/redact-seal.js';
import {updateSeal} from '../../src/writing/update-seal.js';
import {EMAIL_PROTECTION, makeAuthority, sha256, type TestAuthority} from '../pki.js';
import {options, sealFile, startEngine, startTrusting} from '../seal-file.js';
import {jpeg, metadata, mp3, png, simplest, webp} from '../sources.js';

const now = {...options, now: new Date()};
const LABEL = 'c2pa.time-stamp';
/** A seal with an unknown signature algorithm. */
const unknownAlgorithm = new URL('../../../../shared/assets/dev/no_alg.jpg', import.meta.url);
const unknownAbsent = existsSync(unknownAlgorithm) ? false : 'The shared test media are not here.';

let camera: TestAuthority;
let desk: TestAuthority;
let stranger: TestAuthority;
let engine: Engine;
let sealed: Uint8Array;
before(async () => {
  camera = await makeAuthority('Camera');
  desk = await makeAuthority('Desk');
  stranger = await makeAuthority('Stranger');
  engine = await startEngine(`${camera.rootPem}\n${desk.rootPem}`);
  sealed = await unstamped(jpeg, 'image/jpeg');
});

const unstamped = async (media: Uint8Array, mediaType: SealableMediaType) =>
  (await sealFile({media, mediaType}, camera.withoutTime)).sealed;
const read = (media: Uint8Array, mediaType = 'image/jpeg', by = engine) =>
  readSeal(by, media, mediaType);
const signatureOf = (media: Uint8Array) =>
  claimSignature(new ManifestStore(storeOf(media)!.bytes).active!)!.value;
const activeLabel = (media: Uint8Array) => new ManifestStore(storeOf(media)!.bytes).active!.label;

async function later(
  media: Uint8Array,
  mediaType: SealableMediaType = 'image/jpeg',
  at?: Date,
  by = engine,
) {
  const {imprint, ...seal} = await stampableSeal(by, media, mediaType, new Date());
  const {label} = seal;
  const token = await desk.stamp(imprint, at);
  const stamped = await addStamp(by, media, mediaType, {...seal, token}, desk.signer, now);
  return {stamped, token, label};
}

/** An update with any token for any manifest, which our writer would not create. */
async function forged(token: Uint8Array, label = activeLabel(sealed), media = sealed, by = engine) {
  const {findings} = await readSealAndCrJson(by, media, 'image/jpeg');
  assert.ok(findings);
  const assertions = [{label: LABEL, data: {[label]: token}}];
  return updateSeal(media, 'image/jpeg', findings, {assertions}, desk.signer, now);
}

const codes = ({checks}: InspectionResult, wanted: boolean) =>
  checks
    .filter(({passed, inIngredient}) => passed === wanted && !inIngredient)
    .map(({code}) => code);

describe('addStamp', () => {
  for (const {name, media, mediaType} of simplest.filter(({mediaType: type}) =>
    ['image/jpeg', 'image/png'].includes(type),
  )) {
    it(`adds a time stamp to a seal that was made without one (${name})`, async () => {
      const file = await unstamped(media, mediaType);
      const earlier = await read(file, mediaType);
      assert.deepEqual([earlier.labelState, earlier.signature?.timestamp], ['valid', undefined]);
      const at = new Date(Date.now() - 5000);
      const {stamped, token, label} = await later(file, mediaType, at);
      const result = await read(stamped, mediaType);
      assert.equal(result.labelState, 'valid', result.reason);
      assert.equal(result.reason, earlier.reason);
      const second = `${at.toISOString().slice(0, 19)}Z`;
      assert.deepEqual(result.signature, {...earlier.signature, timestamp: second});
      assert.deepEqual(result.gps, metadata.gps);
      assert.ok(codes(result, true).includes('timeStamp.trusted'));
      assert.ok(codes(result, true).includes(LATER_STAMP));
      assert.deepEqual(codes(result, false), codes(earlier, false));
      const {active} = new ManifestStore(storeOf(stamped)!.bytes);
      assert.ok(active?.isUpdate);
      const box = active.boxes.get(`c2pa.assertions/${LABEL}`)!;
      assert.deepEqual([...fieldsOf(box)!], [[label, token]]);
      if (mediaType !== 'image/png') return;
      const [{start, end} = {start: 0, end: 0}] = storeOf(stamped)!.places;
      const crc = Buffer.from(stamped).readUInt32BE(end - 4);
      assert.equal(crc, crc32(stamped.subarray(start + 4, end - 4)));
    });
  }

  it('adds a token that openssl verifies for the signature of the seal', async () => {
    const {token} = await later(sealed);
    const folder = await mkdtemp(join(tmpdir(), 'later-stamp-'));
    try {
      const file = (name: string) => join(folder, name);
      await writeFile(file('token.der'), token);
      await writeFile(file('signature'), signatureOf(sealed));
      await writeFile(file('root.pem'), desk.rootPem);
      await writeFile(file('issuing.pem'), desk.intermediatePem);
      const {stdout} = await promisify(execFile)('openssl', [
        ...['ts', '-verify', '-token_in', '-in', file('token.der'), '-data', file('signature')],
        ...['-CAfile', file('root.pem'), '-untrusted', file('issuing.pem')],
      ]);
      assert.match(stdout, /Verification: OK/);
    } finally {
      await rm(folder, {recursive: true});
    }
  });

  it('keeps the time of the earlier seal if something is redacted afterwards', async () => {
    const {stamped} = await later(sealed);
    const {signature} = await read(stamped);
    const redaction = {sections: ['place']} as const;
    const redacted = await redactSeal(engine, stamped, 'image/jpeg', redaction, desk.signer, now);
    const result = await read(redacted);
    assert.equal(result.labelState, 'valid', result.reason);
    assert.equal(result.signature?.timestamp, signature?.timestamp);
    assert.equal(result.gps, undefined);
  });

  it('stamps the seal below a redaction, and not the redaction', async () => {
    const redaction = {sections: ['place']} as const;
    const redacted = await redactSeal(engine, sealed, 'image/jpeg', redaction, desk.signer, now);
    const {stamped, label} = await later(redacted);
    assert.equal(label, activeLabel(sealed));
    const result = await read(stamped);
    assert.equal(result.labelState, 'valid', result.reason);
    assert.ok(result.signature?.timestamp);
    assert.equal(result.redactions?.length, 1);
  });

  it('uses the verdict of an earlier reading, and does not read the file again', async () => {
    const {label, imprint} = await stampableSeal(engine, sealed, 'image/jpeg', new Date());
    const stamp = {label, token: await desk.stamp(imprint), labelState: 'untrusted'} as const;
    await assert.rejects(
      addStamp(engine, sealed, 'image/jpeg', stamp, desk.signer, now),
      SealDoesNotHold,
    );
  });

  it('keeps the seal valid after its certificate expired', async () => {
    const brief = await makeAuthority('Brief', {notAfter: 12 / 86_400});
    const trusting = await startEngine(`${camera.rootPem}\n${desk.rootPem}\n${brief.rootPem}`);
    const file = (await sealFile({media: jpeg, mediaType: 'image/jpeg'}, brief.withoutTime)).sealed;
    const {stamped} = await later(file, 'image/jpeg', undefined, trusting);
    const strange = await startEngine(`${camera.rootPem}\n${desk.rootPem}`);
    const {stamped: stampedByStranger} = await later(file, 'image/jpeg', undefined, strange);
    const end = Date.parse((await read(file, 'image/jpeg', trusting)).signature?.validTo ?? '');
    assert.ok(end > Date.now());
    await new Promise((resolve) => setTimeout(resolve, end - Date.now() + 1100));
    assert.equal((await read(file, 'image/jpeg', trusting)).labelState, 'invalid');
    const result = await read(stamped, 'image/jpeg', trusting);
    assert.equal(result.labelState, 'valid', result.reason);
    for (const one of [stamped, stampedByStranger]) {
      const unknown = await read(one, 'image/jpeg', strange);
      assert.equal(unknown.labelState, 'untrusted', unknown.reason);
      assert.equal((await read(one, 'image/jpeg', trusting)).labelState, 'valid');
    }
    await assert.rejects(
      stampableSeal(trusting, file, 'image/jpeg', new Date()),
      (error) =>
        error instanceof StampRefused && /certificate of the seal ended on/.test(error.message),
    );
  });
});

describe('stampableSeal', () => {
  const refuses = async (media: Uint8Array, mediaType: SealableMediaType, why: RegExp) =>
    assert.rejects(stampableSeal(engine, media, mediaType, new Date()), (error) => {
      assert.ok(error instanceof StampRefused);
      assert.match(error.message, why);
      return true;
    });

  it('rejects a file without a seal, and one whose seal is broken', async () => {
    await refuses(jpeg, 'image/jpeg', /^There is nothing to stamp\. /);
    const broken = Uint8Array.from(sealed);
    broken[broken.length - 3]! ^= 1;
    await refuses(broken, 'image/jpeg', /seal that does not hold: The file was changed/);
  });

  it('does not call a seal broken that could not be checked', {skip: unknownAbsent}, async () => {
    const file = await readFile(unknownAlgorithm);
    await refuses(file, 'image/jpeg', /^The seal could not be checked: The seal uses an algorithm/);
  });

  it('rejects a seal that has an independent time stamp, its own or a later one', async () => {
    const {sealed: file} = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, camera.signer);
    await refuses(file, 'image/jpeg', /has an independent time stamp already, of 20/);
    await refuses((await later(sealed)).stamped, 'image/jpeg', /time stamp already/);
  });

  it('rejects containers whose seals cannot grow', async () => {
    await refuses(await unstamped(webp, 'image/webp'), 'image/webp', /of a WebP image: the file/);
    await refuses(await unstamped(mp3, 'audio/mpeg'), 'audio/mpeg', /of an MP3 recording/);
  });

  it('accepts a seal whose own time stamp is not trusted', async () => {
    const time = (imprint: Uint8Array) => stranger.stamp(imprint);
    const signer = {...camera.withoutTime, timestamp: time};
    const {sealed: file} = await sealFile({media: png, mediaType: 'image/png'}, signer);
    const at = new Date(Date.now() - 60_000);
    const {stamped} = await later(file, 'image/png', at);
    const {signature} = await read(stamped, 'image/png');
    assert.equal(Date.parse(signature?.timestamp ?? ''), Math.floor(at.getTime() / 1000) * 1000);
  });
});

describe('Reading a time stamp that was added later', () => {
  const unbelieved = async (file: Uint8Array, code: string, by = engine) => {
    const result = await read(file, 'image/jpeg', by);
    assert.equal(result.signature?.timestamp, undefined);
    assert.ok(codes(result, false).includes(code), JSON.stringify(codes(result, false)));
    assert.ok(!codes(result, true).includes('timeStamp.trusted'));
    assert.ok(!codes(result, true).includes(LATER_STAMP));
    return result;
  };
  const imprint = () => sha256(signatureOf(sealed));

  it('ignores a token for another signature', async () => {
    const other = await unstamped(jpeg, 'image/jpeg');
    const token = await desk.stamp(sha256(signatureOf(other)));
    await unbelieved(await forged(token), 'timeStamp.mismatch');
  });

  it('ignores a token whose authority is unknown', async () => {
    const result = await unbelieved(
      await forged(await stranger.stamp(imprint())),
      'timeStamp.untrusted',
    );
    assert.equal(result.labelState, 'valid', result.reason);
  });

  it('ignores a token of an authority that is trusted only for signers', async () => {
    const token = await stranger.stamp(imprint());
    const file = await forged(token);
    const apart = await startTrusting({
      signers: `${camera.rootPem}\n${desk.rootPem}\n${stranger.rootPem}`,
      timeStamps: `${camera.rootPem}\n${desk.rootPem}`,
    });
    await unbelieved(file, 'timeStamp.untrusted', apart);
  });

  it('ignores a token of a trusted authority whose certificate is not for time stamps', async () => {
    const usage = {oid: EMAIL_PROTECTION, critical: true};
    const post = await makeAuthority('Post', {}, {usage});
    const trusting = await startEngine(`${camera.rootPem}\n${desk.rootPem}\n${post.rootPem}`);
    const file = await forged(await post.stamp(imprint()));
    const result = await unbelieved(file, 'timeStamp.credentialInvalid', trusting);
    assert.equal(result.labelState, 'valid', result.reason);
    const told = result.checks.find(({code}) => code === 'timeStamp.credentialInvalid');
    assert.match(told?.explanation ?? '', /may not be used for a time stamp/);
    assert.ok(!codes(result, false).includes('timeStamp.malformed'));
  });

  it('ignores a token whose signature, time or certificate was changed', async () => {
    const token = await desk.stamp(imprint());
    const changed = (at: number) => {
      const copy = Uint8Array.from(token);
      copy[at]! ^= 1;
      return copy;
    };
    const year = Buffer.from(token).indexOf(`${new Date().getUTCFullYear()}`) + 3;
    await unbelieved(await forged(changed(token.length - 2)), 'timeStamp.mismatch');
    await unbelieved(await forged(changed(year)), 'timeStamp.mismatch');
    await unbelieved(await forged(changed(1)), 'timeStamp.malformed');
    await unbelieved(await forged(token.subarray(0, 400)), 'timeStamp.malformed');
  });

  it('reports a token with an unsupported algorithm as not checked', async () => {
    const token = Buffer.from(await desk.stamp(imprint()));
    const sha256Id = Buffer.from('608648016503040201', 'hex');
    const ecdsaWithSha256 = Buffer.from('2a8648ce3d040302', 'hex');
    const another = (at: number, last: number) => {
      const copy = Uint8Array.from(token);
      copy[at] = last;
      return copy;
    };
    const end = (identifier: Buffer, at: number) => at + identifier.length - 1;
    const info = token.indexOf(Buffer.from('2a864886f70d0109100104', 'hex'));
    const tokens: [what: string, token: Uint8Array][] = [
      // SHA3-256 for the imprint and for the signature, and an unknown signature algorithm.
      ['imprint', another(end(sha256Id, token.indexOf(sha256Id, info)), 0x08)],
      ['digest', another(end(sha256Id, token.lastIndexOf(sha256Id)), 0x08)],
      ['signature', another(end(ecdsaWithSha256, token.lastIndexOf(ecdsaWithSha256)), 0x0f)],
    ];
    for (const [what, one] of tokens) {
      assert.notDeepEqual(one, Uint8Array.from(token), what);
      const {checks} = await unbelieved(await forged(one), STAMP_UNSUPPORTED);
      const told = checks.find(({code}) => code === STAMP_UNSUPPORTED);
      assert.match(told?.explanation ?? '', /not known here, so it was not checked/, what);
      assert.ok(!checks.some(({code}) => code === 'timeStamp.malformed'), what);
    }
  });

  it('ignores a token that was inserted after the update was signed', async () => {
    const wrong = await desk.stamp(sha256(jpeg));
    let right = await desk.stamp(imprint());
    while (right.length !== wrong.length) right = await desk.stamp(imprint());
    const file = Buffer.from(await forged(wrong));
    const at = file.indexOf(wrong);
    assert.ok(at > 0);
    file.set(right, at);
    const {labelState, signature} = await read(file);
    assert.deepEqual([labelState, signature?.timestamp], ['invalid', undefined]);
  });

  it('ignores a token with a time at which its certificate was not valid', async () => {
    const at = new Date(Date.now() - 100 * 86_400_000);
    await unbelieved(await forged(await desk.stamp(imprint(), at)), 'timeStamp.untrusted');
  });

  it('does not change the time of the seal if the token is for another manifest', async () => {
    const {sealed: file} = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, camera.signer);
    const {signature} = await read(file);
    const token = await desk.stamp(imprint());
    const result = await read(await forged(token, activeLabel(sealed), file));
    assert.equal(result.signature?.timestamp, signature?.timestamp);
    assert.ok(!codes(result, true).includes(LATER_STAMP));
  });

  it('shows a trusted time stamp of the seal itself rather than a later one', async () => {
    const {sealed: file} = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, camera.signer);
    const {signature} = await read(file);
    const at = new Date(Date.now() + 60_000);
    const token = await desk.stamp(sha256(signatureOf(file)), at);
    const result = await read(await forged(token, activeLabel(file), file));
    assert.equal(result.signature?.timestamp, signature?.timestamp);
    assert.ok(!codes(result, true).includes(LATER_STAMP));
  });

  it('does not accept the updater’s statement as a time stamp of the seal', async () => {
    const signer = {...camera.withoutTime, timestamp: (one: Uint8Array) => stranger.stamp(one)};
    const {sealed: file} = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, signer);
    const believing = await startEngine(`${camera.rootPem}\n${desk.rootPem}\n${stranger.rootPem}`);
    const token = await desk.stamp(sha256(signatureOf(file)));
    // It records that the seal's own time stamp is trusted.
    const result = await read(await forged(token, activeLabel(file), file, believing));
    assert.ok(codes(result, true).includes(LATER_STAMP));
  });
});
