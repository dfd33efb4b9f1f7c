import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {canonicalUrl, labelIn, manifestIn, parseJumbfUrl} from '../../src/own-reader/jumbf-url.js';

const MANIFEST = 'urn:c2pa:0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f';
const PATHS = [
  'c2pa.assertions/c2pa.actions.v2',
  'c2pa.assertions/c2pa.ingredient.v3__2',
  'c2pa.claim',
  'c2pa.claim.v2',
  'c2pa.signature',
  'c2pa.credentials/did:example:1',
  'c2pa.databoxes/c2pa.data__1',
];

describe('A JUMBF URL', () => {
  it('names a manifest, with or without the first slash, the store, and a last slash', () => {
    for (const url of [
      `self#jumbf=/c2pa/${MANIFEST}`,
      `self#jumbf=c2pa/${MANIFEST}`,
      `self#jumbf=/c2pa/${MANIFEST}/`,
      `self#jumbf=/${MANIFEST}`,
      `/c2pa/${MANIFEST}`,
    ]) {
      assert.deepEqual(parseJumbfUrl(url), {manifest: MANIFEST, path: undefined}, url);
    }
  });

  for (const path of PATHS) {
    it(`names a box of a manifest, absolutely or from within it (${path})`, () => {
      for (const prefix of ['self#jumbf=/c2pa/', 'self#jumbf=c2pa/', 'self#jumbf=/']) {
        const url = `${prefix}${MANIFEST}/${path}`;
        assert.deepEqual(parseJumbfUrl(url), {manifest: MANIFEST, path}, url);
      }
      for (const url of [`self#jumbf=${path}`, `self#jumbf=/${path}`]) {
        assert.deepEqual(parseJumbfUrl(url), {path}, url);
      }
    });
  }

  it('is none if it leads out of the file, or nowhere', () => {
    for (const url of [
      '',
      'self#jumbf=',
      'self#jumbf=/',
      'self#jumbf=/c2pa',
      'self#jumbf=/c2pa/',
      'self#jumbf=/c2pa//c2pa.claim',
      'https://example.com/c2pa/a/c2pa.claim',
      'other#jumbf=/c2pa/a',
    ]) {
      assert.equal(parseJumbfUrl(url)?.manifest, undefined, url);
    }
  });

  it('has one form in which two of them are compared', () => {
    const path = 'c2pa.assertions/org.example';
    const url = `self#jumbf=/c2pa/${MANIFEST}/${path}`;
    assert.equal(canonicalUrl(`self#jumbf=c2pa/${MANIFEST}/${path}`), url);
    assert.equal(canonicalUrl(url), url);
    assert.equal(canonicalUrl(`self#jumbf=${path}`), `self#jumbf=${path}`);
    assert.equal(labelIn(url), 'org.example');
    assert.equal(labelIn('org.example'), 'org.example');
    assert.equal(manifestIn(url), MANIFEST);
    assert.equal(manifestIn(`self#jumbf=${path}`), undefined);
  });
});
