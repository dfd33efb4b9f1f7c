import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {metadataAssertions} from '../../src/model/seal/seal-format.js';
import {concat, utf8} from '../../src/encoding/bytes.js';
import {encode} from '../../src/encoding/cbor.js';
import {box, contentTypes, superbox, UUID_END, type Box} from '../../src/encoding/jumbf.js';
import {exactAssertions} from '../../src/engine/exact-assertion.js';
import {readSeal} from '../../src/engine/read-seal.js';
import type {Engine} from '../../src/engine/engine.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {sealFile, startEngine} from '../seal-file.js';
import {randomFrom} from '../mutations.js';
import {simplest} from '../sources.js';

const MANIFEST = 'urn:c2pa:1';
const LABEL = 'org.example.one';

const json = (label: string, text: string): Box =>
  superbox(contentTypes.json, label, [box('json', utf8(text))]);
const cbor = (label: string, value: unknown): Box =>
  superbox(contentTypes.cbor, label, [box('cbor', encode(value))]);
const storeOf = (...assertions: Box[]): Uint8Array =>
  concat(
    superbox(contentTypes.manifestStore, 'c2pa', [
      superbox(contentTypes.manifest, 'urn:c2pa:0', [
        superbox(contentTypes.assertionStore, 'c2pa.assertions', [json(LABEL, '"other"')]),
      ]),
      superbox(contentTypes.manifest, MANIFEST, [
        superbox(contentTypes.assertionStore, 'c2pa.assertions', assertions),
      ]),
    ]),
  );
const read = (store: Uint8Array, manifest = MANIFEST) =>
  exactAssertions(store, manifest, [LABEL, 'org.example.missing'])[LABEL];

describe('exactAssertions', () => {
  it('reads JSON and CBOR from the requested manifest and label', () => {
    const value: unknown = JSON.parse(
      '{"a": {"b": [1, -2.5, 1e-7, 9007199254740992, "é🦉", true, null]}, "__proto__": "own"}',
    );
    for (const one of [json(LABEL, JSON.stringify(value)), cbor(LABEL, value)]) {
      const found = read(storeOf(json('org.example', '1'), one, json(`${LABEL}__1`, '2')));
      assert.deepEqual(found, value);
      assert.equal(Object.getPrototypeOf(found), Object.prototype);
    }
  });

  it('reads an assertion with salt in its description', () => {
    const salt = box('c2sh', new Uint8Array(16).fill(7));
    const toggles = Uint8Array.of(0x13);
    const description = box(
      'jumd',
      utf8(contentTypes.json),
      UUID_END,
      toggles,
      utf8(`${LABEL}\0`),
      ...salt,
    );
    const salted = box('jumb', ...description, ...box('json', utf8('{"a":1}')));
    assert.deepEqual(read(storeOf(salted)), {a: 1});
  });

  it('returns nothing for ambiguous or unreadable assertions', () => {
    const good = storeOf(json(LABEL, '{"a":1}'));
    for (const store of [
      new Uint8Array(0),
      good.subarray(0, -1),
      good.subarray(8),
      storeOf(),
      storeOf(json(LABEL, '1'), json(LABEL, '2')),
      storeOf(json(LABEL, '{"a":')),
      storeOf(superbox(contentTypes.json, LABEL, [box('json', Uint8Array.of(0x22, 0xff, 0x22))])),
      storeOf(superbox(contentTypes.json, LABEL, [box('json', utf8('1')), box('json', utf8('2'))])),
      storeOf(superbox(contentTypes.json, LABEL, [box('free', utf8('1'))])),
      storeOf(superbox(contentTypes.cbor, LABEL, [box('cbor', Uint8Array.of(0x5f))])),
      storeOf(superbox(contentTypes.json, LABEL, [box('json', utf8('['.repeat(200_000)))])),
    ])
      assert.equal(read(store), undefined);
    assert.equal(read(good, 'urn:c2pa:2'), undefined);
  });
});

describe('readSeal', () => {
  let authority: TestAuthority;
  let engine: Engine;
  before(async () => {
    authority = await makeAuthority();
    engine = await startEngine(authority.rootPem);
  });

  it('returns any finite number bit for bit', async () => {
    const random = randomFrom(20_261_121);
    const bits = new DataView(new ArrayBuffer(8));
    const finite = (): number => {
      for (;;) {
        for (let at = 0; at < 8; at++) bits.setUint8(at, random(256));
        const number = bits.getFloat64(0);
        if (Number.isFinite(number)) return number;
      }
    };
    const sensor = () => Math.fround(random(2 ** 31) / 2 ** 27 - 8);
    for (let i = 0; i < 20; i++) {
      for (const source of simplest) {
        const vector = (number: () => number) => ({x: number(), y: number(), z: number()});
        const metadata = {
          acceleration: vector(finite),
          gravity: vector(sensor),
          rotationRate: vector(() => finite() / 1e6),
        };
        const {sealed} = await sealFile(source, authority.withoutTime, {metadata});
        const {acceleration, gravity, rotationRate} = await readSeal(
          engine,
          sealed,
          source.mediaType,
        );
        assert.deepEqual({acceleration, gravity, rotationRate}, metadata);
      }
    }
  });

  it('reads a seal with an integer that is too large for the engine to return', async () => {
    const [source] = simplest;
    assert.ok(source);
    const metadata = {gps: {latitude: 1, longitude: 2, altitude: 2 ** 60}};
    const {sealed, store} = await sealFile(source, authority.signer, {metadata});
    assert.ok(Buffer.from(store).includes(metadataAssertions.capture));
    const result = await readSeal(engine, sealed, source.mediaType);
    assert.equal(result.labelState, 'valid', result.reason);
    assert.equal(result.gps?.altitude, 2 ** 60);
  });
});
