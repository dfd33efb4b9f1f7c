import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {outcomeOf} from '../../../src/elements/seal-inspector/verdict/answer.js';
import {
  areaOf,
  checkAreas,
  type CheckArea,
} from '../../../src/elements/seal-inspector/verdict/check-areas.js';
import {findings} from '../../../src/lang/compiled/en/findings.js';

/** Every validation status code of C2PA 2.2, section 15, and of the engine. */
const codes: Record<CheckArea, string> = {
  content: `assertion.dataHash.match assertion.dataHash.mismatch assertion.dataHash.malformed
    assertion.dataHash.redacted assertion.dataHash.additionalExclusionsPresent assertion.bmffHash.match
    assertion.bmffHash.mismatch assertion.bmffHash.malformed assertion.bmffHash.additionalExclusionsPresent
    assertion.boxesHash.match assertion.boxesHash.mismatch assertion.boxesHash.malformed
    assertion.boxesHash.unknownBox assertion.boxesHash.additionalExclusionsPresent
    assertion.collectionHash.match assertion.collectionHash.mismatch assertion.collectionHash.malformed
    assertion.collectionHash.incorrectFileCount assertion.collectionHash.invalidURI
    assertion.multiAssetHash.match assertion.multiAssetHash.mismatch assertion.multiAssetHash.malformed
    assertion.multiAssetHash.missingPart claim.hardBindings.missing assertion.multipleHardBindings
    assertion.cloud-data.hardBinding`,
  signature: `claimSignature.validated claimSignature.mismatch claimSignature.missing claim.missing claim.multiple
    claim.malformed claim.cbor.invalid claim.required.missing algorithm.unsupported algorithm.deprecated
    manifest.inaccessible manifest.update.invalid manifest.unreferenced manifest.compressed.invalid general.error`,
  certificate: `claimSignature.insideValidity claimSignature.outsideValidity signingCredential.invalid
    signingCredential.expired signingCredential.ocsp.notRevoked signingCredential.ocsp.revoked
    signingCredential.ocsp.unknown signingCredential.ocsp.skipped signingCredential.ocsp.inaccessible`,
  trust: 'signingCredential.trusted signingCredential.untrusted',
  time: `timeStamp.validated timeStamp.trusted timeStamp.untrusted timeStamp.mismatch timeStamp.malformed
    timeStamp.outsideValidity timeStamp.credentialInvalid timeOfSigning.insideValidity
    timeOfSigning.outsideValidity org.sealed-capture.timeStamp.authorityUnchecked org.sealed-capture.timeStamp.later
    assertion.timestamp.malformed manifest.timestamp.invalid
    manifest.timestamp.wrongParents`,
  statements: `assertion.hashedURI.match assertion.hashedURI.mismatch hashedURI.missing hashedURI.mismatch
    assertion.accessible assertion.inaccessible assertion.missing assertion.undeclared assertion.notRedacted
    assertion.selfRedacted assertion.required.missing assertion.action.malformed
    assertion.action.ingredientMismatch assertion.action.redacted assertion.action.redactionMismatch
    assertion.metadata.disallowed assertion.json.invalid assertion.cbor.invalid assertion.cloud-data.actions
    assertion.cloud-data.malformed assertion.cloud-data.labelMismatch assertion.external-reference.malformed
    assertion.outsideManifest`,
  ingredients: `ingredient.manifest.validated ingredient.manifest.missing ingredient.manifest.mismatch
    ingredient.claimSignature.validated ingredient.claimSignature.missing ingredient.claimSignature.mismatch
    ingredient.hashedURI.match ingredient.hashedURI.mismatch ingredient.unknownProvenance
    assertion.ingredient.malformed manifest.unknownProvenance manifest.multipleParents
    manifest.update.wrongParents`,
  identity: `cawg.identity.well-formed cawg.identity.trusted cawg.x509.signature.validated
    cawg.x509.credential.untrusted`,
  clock: `org.sealed-capture.deviceClock.insideTolerance
    org.sealed-capture.deviceClock.outsideTolerance`,
  others: 'com.example.new org.sealed-capture.new constructor',
};

describe('the areas of the checks', () => {
  for (const area of checkAreas) {
    it(`maps exactly these codes to "${findings.checkArea(area)}"`, () => {
      for (const code of codes[area].split(/\s+/)) assert.equal(areaOf({code}), area, code);
    });
  }

  it('has a different question for each area, with the file first', () => {
    assert.equal(new Set(checkAreas.map(findings.checkArea)).size, checkAreas.length);
    assert.equal(checkAreas[0], 'content');
  });

  it('never treats a failure of an ingredient as one of the file itself', () => {
    const code = 'assertion.dataHash.mismatch';
    assert.equal(areaOf({code, inIngredient: true}), 'ingredients');
  });
});

describe('the meaning of a check', () => {
  const outcome = (code: string, state: 'valid' | 'untrusted' | 'invalid', passed = false) =>
    outcomeOf({code, passed}, state);

  it('is a failure if it can break a seal, and a remark if it cannot', () => {
    for (const code of [
      'assertion.dataHash.mismatch',
      'claimSignature.mismatch',
      'claimSignature.outsideValidity',
      'signingCredential.untrusted',
      'signingCredential.ocsp.revoked',
      'assertion.inaccessible',
      'manifest.inaccessible',
      'com.example.new',
    ])
      assert.equal(outcome(code, 'invalid'), 'failed', code);
    for (const code of [
      'cawg.x509.credential.untrusted',
      'org.sealed-capture.deviceClock.outsideTolerance',
      'timeStamp.untrusted',
      'signingCredential.ocsp.inaccessible',
      'ingredient.unknownProvenance',
      'algorithm.deprecated',
    ])
      assert.equal(outcome(code, 'untrusted'), 'noted', code);
  });

  it('is no failure if the verdict says that nothing is broken', () => {
    assert.equal(outcome('com.example.new', 'valid'), 'noted');
    assert.equal(outcome('com.example.new', 'valid', true), 'passed');
  });

  it('is "not checked" if the check was not made, whatever the verdict', () => {
    for (const code of [
      'signingCredential.ocsp.skipped',
      'signingCredential.ocsp.inaccessible',
      'ingredient.unknownProvenance',
    ]) {
      assert.equal(outcome(code, 'valid', true), 'unchecked', code);
      assert.equal(outcome(code, 'invalid', true), 'unchecked', code);
    }
    assert.equal(outcome('assertion.inaccessible', 'invalid'), 'failed');
  });
});
