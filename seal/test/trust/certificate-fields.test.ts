import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {der, readDer, sequenceOf, tags} from '../../src/encoding/der.js';
import {certificateFields} from '../../src/trust/certificate-fields.js';
import {make} from './chain-maker.js';

const ascii = (text: string) => new TextEncoder().encode(text);
const utc = (text: string) => der(tags.utcTime, ascii(text));
const full = (text: string) => der(tags.generalizedTime, ascii(text));

describe('the fields of a certificate', () => {
  let certificate: Uint8Array;

  before(async () => {
    ({der: certificate} = await make({name: 'CN=Leaf,O=Maker', usage: 'signer'}));
  });

  /** The certificate with another element in its body. */
  function withPart(part: number, to: (whole: Uint8Array) => Uint8Array): Uint8Array {
    const [body, ...rest] = sequenceOf(readDer(certificate)[0]);
    const parts = sequenceOf(body).map(({whole}, index) => (index === part ? to(whole) : whole));
    return der(tags.sequence, der(tags.sequence, ...parts), ...rest.map(({whole}) => whole));
  }
  const [ISSUER, VALIDITY, SUBJECT] = [3, 4, 5];

  const periodOf = (from: Uint8Array, to: Uint8Array) => {
    const changed = withPart(VALIDITY, () => der(tags.sequence, from, to));
    const {validity} = certificateFields(changed) ?? {};
    return validity && [validity.from, validity.to].map((time) => new Date(time).toISOString());
  };

  it('have times of both kinds, with years of two digits from 1950 to 2049', () => {
    assert.deepEqual(periodOf(utc('491231235959Z'), utc('500101000000Z')), [
      '2049-12-31T23:59:59.000Z',
      '1950-01-01T00:00:00.000Z',
    ]);
    assert.deepEqual(periodOf(full('19991231235959Z'), full('20500101000000Z')), [
      '1999-12-31T23:59:59.000Z',
      '2050-01-01T00:00:00.000Z',
    ]);
  });

  it('are not read with a time of another form', () => {
    const good = utc('260101000000Z');
    assert.ok(periodOf(good, good));
    for (const wrong of [
      utc('20260101000000Z'),
      full('260101000000Z'),
      der(tags.utf8String, ascii('20260101000000Z')),
      utc('2601010000Z'),
      utc('260101000000+0000'),
      utc('261301000000Z'),
      full('20260101000000.5Z'),
    ]) {
      assert.equal(periodOf(good, wrong), undefined);
      assert.equal(periodOf(wrong, good), undefined);
    }
  });

  it('are those of one certificate in exact DER, names included', () => {
    assert.ok(certificateFields(certificate));
    assert.ok(certificateFields(withPart(SUBJECT, (whole) => whole)));
    const longer = (whole: Uint8Array) => Uint8Array.from([0x30, 0x81, ...whole.subarray(1)]);
    for (const part of [ISSUER, SUBJECT]) {
      assert.equal(certificateFields(withPart(part, longer)), undefined);
      const inside = (whole: Uint8Array) => {
        const [set] = readDer(readDer(whole)[0]!.content);
        return der(tags.sequence, Uint8Array.from([0x31, 0x81, ...set!.whole.subarray(1)]));
      };
      assert.equal(certificateFields(withPart(part, inside)), undefined);
    }
    assert.equal(certificateFields(Uint8Array.from([...certificate, 0x05, 0x00])), undefined);
    assert.equal(certificateFields(certificate.subarray(0, -1)), undefined);
    assert.equal(certificateFields(new Uint8Array(0)), undefined);
  });

  it('are read for names of more than 127 and of more than 255 bytes', async () => {
    for (const length of [50, 150, 300]) {
      const made = await make({name: `CN=${'a'.repeat(length)}`, usage: 'signer'});
      assert.deepEqual(certificateFields(made.der)?.parts.get('550403'), ['a'.repeat(length)]);
    }
  });
});
