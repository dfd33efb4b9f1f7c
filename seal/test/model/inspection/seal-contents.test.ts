import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {type Signature} from '../../../src/model/inspection/inspection-result.js';
import {isCertificateOf, type Certificate} from '../../../src/model/inspection/seal-contents.js';

const certificate: Certificate = {
  subject: 'CN=Sealer,O=Harbour Claims Ltd,C=GB',
  issuer: 'C=GB,O=Example Org,CN=Issuing CA',
  serialNumber: '41',
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2027-01-01T00:00:00.000Z',
  keyAlgorithm: 'ECDSA P-256',
  fingerprint: '00',
  pem: '',
};
const signature: Signature = {
  signedBy: 'Sealer',
  issuedBy: 'Issuing CA',
  validFrom: '2026-01-01T00:00:00Z',
  validTo: '2027-01-01T00:00:00Z',
};

describe('the comparison of a certificate with the one in a verdict', () => {
  it('matches its names and times', () => {
    assert.equal(isCertificateOf(certificate, signature), true);
  });

  for (const [what, other] of Object.entries({
    'another signer': {signedBy: 'Reuters'},
    'another issuer': {issuedBy: 'Reuters CA'},
    'another start of validity': {validFrom: '2026-01-01T00:00:01Z'},
    'another end of validity': {validTo: '2027-01-01T00:00:01Z'},
    'no signer': {signedBy: undefined},
    'no issuer': {issuedBy: undefined},
    'no start of validity': {validFrom: undefined},
    'no end of validity': {validTo: undefined},
  })) {
    it(`does not match ${what}`, () => {
      assert.equal(isCertificateOf(certificate, {...signature, ...other}), false);
    });
  }

  it('does not match without a signature, or without names in both', () => {
    assert.equal(isCertificateOf(certificate, undefined), false);
    const nameless = {...certificate, subject: 'C=GB'};
    assert.equal(isCertificateOf(nameless, {...signature, signedBy: undefined}), false);
    const unissued = {...certificate, issuer: 'C=GB'};
    assert.equal(isCertificateOf(unissued, {...signature, issuedBy: undefined}), false);
  });

  for (const [subject, signedBy] of [
    ['O=Harbour Claims Ltd,C=GB', 'Harbour Claims Ltd'],
    ['CN=Sealer+2.5.4.5=7,C=GB', 'Sealer'],
    ['O=Amazon Web Services\\, Inc.', 'Amazon Web Services, Inc.'],
    ['CN=a\\+b\\"c\\\\\\<d\\>\\;,C=GB', 'a+b"c\\<d>;'],
    ['CN=\\ a=b\\ ', ' a=b '],
    ['CN=a\\00b', 'a\0b'],
    ['CN=a\\\\00b', 'a\\00b'],
    ['CN=two\nlines', 'two\nlines'],
    ['O=Ltd\\,CN=Reuters,CN=Sealer', 'Sealer'],
    ['O=Ltd\\\\,CN=Sealer', 'Sealer'],
  ] as const) {
    it(`reads ${JSON.stringify(subject)}`, () => {
      assert.equal(isCertificateOf({...certificate, subject}, {...signature, signedBy}), true);
    });
  }

  for (const [subject, signedBy] of [
    ['CN=Reuters,CN=Sealer', 'Sealer'],
    ['CN=Sealer,CN=Reuters', 'Sealer'],
    ['O=Sealer,O=Reuters', 'Sealer'],
    ['CN=Reuters,O=Sealer', 'Sealer'],
    ['O=Ltd\\,CN=Sealer', 'Sealer'],
    ['CN=Ltd\\,CN=Sealer', 'Sealer'],
    ['2.5.4.3CN=Sealer', 'Sealer'],
  ] as const) {
    it(`treats ${JSON.stringify(subject)} as a different name`, () => {
      assert.equal(isCertificateOf({...certificate, subject}, {...signature, signedBy}), false);
    });
  }
});
