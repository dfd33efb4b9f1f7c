import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {type Product} from '../../src/model/inspection/trust-anchors.js';
import {shippedList} from '../../src/node/shipped-lists.js';
import {anchorsIn} from '../../src/trust/anchors.js';
import {certificateFields} from '../../src/trust/certificate-fields.js';
import {ListError, readAnchorList, readProductList} from '../../src/trust/official-lists.js';
import {assuranceLevelOf, productOf} from '../../src/trust/signer-record.js';
import {makeAuthority, policyExtensions, type TestAuthority} from '../pki.js';
import {officialList, productList, productRecord} from './official-list.js';

const name = 'C2PA Trust List';

describe('the lists in the package', () => {
  it('contain the anchors for both uses, with their dates', async () => {
    const signers = readAnchorList(await shippedList('c2pa-trust-list'), name);
    const times = readAnchorList(await shippedList('c2pa-tsa-trust-list'), 'C2PA TSA Trust List');
    assert.equal(anchorsIn(signers.pem).length, 30);
    assert.equal(anchorsIn(times.pem).length, 22);
    for (const {issued, nextUpdate = ''} of [signers, times]) {
      assert.match(issued, /^2026-08-05T/);
      assert.match(nextUpdate, /^2027-08-05T/);
    }
  });

  it('contain the products that make seals, and the interim list, each certificate once', async () => {
    const {products, issued} = readProductList(await shippedList('conforming-products-list'));
    assert.equal(products.length, 153);
    assert.match(issued, /^2026-08-20T/);
    const camera = products.find((one) => one.name === 'Pixel Camera');
    assert.equal(camera?.maker, 'Google LLC');
    assert.equal(camera?.maximumLevel, 2);
    const interim = JSON.parse(await shippedList('interim-trust-list')) as {
      anchors: string;
      allowed: string[];
    };
    assert.equal(anchorsIn(interim.anchors, 'interim').length, 26);
    assert.equal(new Set(interim.allowed).size, 117);
  });
});

describe('a list', () => {
  let authority: TestAuthority;
  before(async () => void (authority = await makeAuthority()));

  it('is rejected with the reason if it cannot be used', () => {
    const good = officialList(name, [authority]);
    const damaged = good.replace(/"val":"[^"]{40}/, '"val":"AAAA');
    const bad: [string, RegExp][] = [
      [good.slice(0, -10), /truncated/],
      ['', /truncated/],
      ['[]', /form/],
      ['{"LoTE": {}}', /form/],
      [officialList('C2PA TSA Trust List', [authority]), /C2PA TSA Trust List, not the/],
      [officialList(name, []), /no certificate/],
      [officialList(name, [authority], {status: 'withdrawn'}), /no certificate/],
      [officialList(name, [authority], {issued: 'soon'}), /date/],
      [damaged, /damaged/],
    ];
    assert.equal(readAnchorList(good, name).issued, '2026-11-01T00:00:00.000Z');
    for (const [text, message] of bad) {
      assert.throws(
        () => readAnchorList(text, name),
        (error) => error instanceof ListError && message.test(error.message),
        message.source,
      );
    }
    assert.throws(() => readProductList('[]'), /no product/);
    assert.throws(() => readProductList('[{"recordId": 1}]'), /form/);
  });
});

describe("a signer's record", () => {
  const DN = {CN: 'Harbour Camera', O: 'Example Makers Ltd', C: 'GB'};
  const subject = 'CN=Harbour Camera,O=Example Makers Ltd,C=GB';
  const recordId = '0197aa34-665b-7811-9bbc-317cfd988d0a';
  const other = '0197aa34-665b-7811-9bbc-317cfd988d0b';
  const leafWith = async (name: string, extensions = policyExtensions(2)) => {
    const {signer} = await makeAuthority('Official', {subject: name, extensions});
    const [der] = signer.certificateChain;
    const leaf = der && certificateFields(der);
    assert.ok(leaf);
    return leaf;
  };
  const listed = (...records: ReturnType<typeof productRecord>[]): Product[] =>
    readProductList(productList(...records)).products;

  it('has the assurance level of the certificate, if that has one', async () => {
    assert.equal(assuranceLevelOf(await leafWith(subject)), 2);
    assert.equal(assuranceLevelOf(await leafWith(subject, policyExtensions(1))), 1);
    assert.equal(assuranceLevelOf(await leafWith(subject, [])), undefined);
  });

  it('has the product whose names are the certificate’s, and no other', async () => {
    const leaf = await leafWith(subject);
    assert.deepEqual(productOf(leaf, listed(productRecord(DN))), {
      recordId,
      maker: 'Example Makers Ltd',
      name: 'Harbour Camera',
      maximumLevel: 2,
      status: 'conformant',
      disallowedSignals: ['nonGenAIDigitalCreation'],
    });
    const others = [
      {...DN, CN: 'Harbour Camera 2'},
      {...DN, O: 'Example Makers Inc'},
      {...DN, C: 'US'},
      {...DN, OU: 'Ships'},
    ];
    for (const one of others) assert.equal(productOf(leaf, listed(productRecord(one))), undefined);
    const inUnit = await leafWith(`OU=Ships,${subject}`);
    assert.ok(productOf(inUnit, listed(productRecord({...DN, OU: 'Ships'}))));
    assert.equal(productOf(inUnit, listed(productRecord(DN))), undefined);
    const twice = await leafWith(`CN=Other,${subject}`);
    assert.equal(productOf(twice, listed(productRecord(DN))), undefined);
  });

  it('has the record that the certificate contains, if there are several or none', async () => {
    const records = listed(productRecord(DN), productRecord(DN, {recordId: other, level: 1}));
    const named = await leafWith(subject, policyExtensions(2, other));
    assert.equal(productOf(named, records)?.maximumLevel, 1);
    assert.equal(productOf(named, listed(productRecord(DN))), undefined);
    const unnamed = await leafWith(subject);
    assert.equal(productOf(unnamed, records), undefined);
    const agreeing = listed(productRecord(DN), productRecord(DN, {recordId: other}));
    assert.equal(productOf(unnamed, agreeing)?.name, 'Harbour Camera');
    assert.equal(productOf(unnamed, agreeing)?.recordId, undefined);
  });
});
