import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {explain, explainInIngredient} from '../../src/engine/explanations.js';
import {checksOf, findingsOf} from '../../src/engine/findings.js';

/** The validation status codes of C2PA 2.2, section 15, and those of later versions in the engine. */
const standardCodes = `
  claimSignature.validated claimSignature.insideValidity claimSignature.outsideValidity
  claimSignature.mismatch claimSignature.missing
  signingCredential.trusted signingCredential.untrusted signingCredential.invalid
  signingCredential.expired signingCredential.ocsp.notRevoked signingCredential.ocsp.revoked
  signingCredential.ocsp.unknown signingCredential.ocsp.skipped
  signingCredential.ocsp.inaccessible
  timeStamp.validated timeStamp.trusted timeStamp.untrusted timeStamp.mismatch
  timeStamp.malformed timeStamp.outsideValidity timeStamp.credentialInvalid
  timeOfSigning.insideValidity timeOfSigning.outsideValidity
  hashedURI.missing hashedURI.mismatch
  assertion.hashedURI.match assertion.hashedURI.mismatch assertion.outsideManifest
  assertion.missing assertion.required.missing assertion.multipleHardBindings
  assertion.undeclared assertion.accessible assertion.inaccessible assertion.notRedacted
  assertion.selfRedacted assertion.json.invalid assertion.cbor.invalid
  assertion.hardBinding.redacted
  assertion.dataHash.match assertion.dataHash.mismatch assertion.dataHash.malformed
  assertion.dataHash.redacted assertion.dataHash.additionalExclusionsPresent
  assertion.bmffHash.match assertion.bmffHash.mismatch assertion.bmffHash.malformed
  assertion.bmffHash.additionalExclusionsPresent
  assertion.boxesHash.match assertion.boxesHash.mismatch assertion.boxesHash.malformed
  assertion.boxesHash.unknownBox assertion.boxesHash.additionalExclusionsPresent
  assertion.collectionHash.match assertion.collectionHash.mismatch
  assertion.collectionHash.malformed assertion.collectionHash.invalidURI
  assertion.collectionHash.incorrectFileCount
  assertion.multiAssetHash.match assertion.multiAssetHash.mismatch
  assertion.multiAssetHash.malformed assertion.multiAssetHash.missingPart
  assertion.action.malformed assertion.action.ingredientMismatch assertion.action.redacted
  assertion.action.redactionMismatch assertion.action.softBindingMissing
  assertion.ingredient.malformed assertion.metadata.disallowed assertion.timestamp.malformed
  assertion.cloud-data.hardBinding assertion.cloud-data.actions assertion.cloud-data.malformed
  assertion.cloud-data.labelMismatch
  assertion.external-reference.malformed assertion.external-reference.actions
  assertion.external-reference.hardBinding assertion.external-reference.created
  claim.missing claim.multiple claim.malformed claim.cbor.invalid claim.required.missing
  claim.hardBindings.missing
  ingredient.manifest.validated ingredient.manifest.missing ingredient.manifest.mismatch
  ingredient.claimSignature.validated ingredient.claimSignature.missing
  ingredient.claimSignature.mismatch ingredient.unknownProvenance
  manifest.missing manifest.inaccessible manifest.multipleParents manifest.update.invalid
  manifest.update.wrongParents manifest.timestamp.invalid manifest.timestamp.wrongParents
  manifest.compressed.invalid manifest.unknownProvenance manifest.unreferenced
  algorithm.unsupported algorithm.deprecated general.error
  cawg.identity.well-formed cawg.identity.trusted cawg.identity.assertion.mismatch
  cawg.identity.assertion.duplicate cawg.identity.hard_binding_missing cawg.identity.pad.invalid
  cawg.identity.sig_type.unknown
  cawg.x509.signature.validated cawg.x509.signature.mismatch cawg.x509.signature.outside_validity
  cawg.x509.credential.trusted cawg.x509.credential.invalid cawg.x509.credential.untrusted
  cawg.x509.algorithm.unsupported
  cawg.ica.credential_valid cawg.ica.untrusted_issuer cawg.ica.did_unavailable
  cawg.ica.invalid_did_document cawg.ica.invalid_issuer cawg.ica.invalid_cose_sign1
  cawg.ica.invalid_alg cawg.ica.invalid_content_type cawg.ica.invalid_verifiable_credential
  cawg.ica.signature_mismatch cawg.ica.signer_payload.mismatch cawg.ica.time_stamp.validated
  cawg.ica.time_stamp.invalid cawg.ica.valid_from.missing cawg.ica.valid_from.invalid
  cawg.ica.valid_until.invalid
`
  .trim()
  .split(/\s+/);

/** The sentences for unknown codes, by their prefix. */
const general = new Set(
  ['x', 'timeStamp.x', 'ingredient.x', 'cawg.x'].flatMap((unknown) => [
    explain(unknown),
    explain(unknown, false),
  ]),
);

describe('the sentence for a code', () => {
  it('is specific for every code of the standard, one plain sentence without the code', () => {
    for (const code of standardCodes) {
      const sentence = explain(code);
      assert.ok(!general.has(sentence), `${code} has none`);
      assert.match(sentence, /^[A-Z][^.]*\.$/, code);
      assert.doesNotMatch(sentence, /authentic|\breal\b|verified|this service/i, code);
    }
  });

  it('says of an unknown code whether it is a failure', () => {
    const results = {
      activeManifest: {
        failure: [{code: 'claim.new'}],
        informational: [{code: 'timeStamp.new'}],
        success: [{code: 'assertion.new'}],
      },
    };
    assert.deepEqual(
      checksOf(findingsOf(results)).map(({explanation}) => explanation),
      [
        'A part of the seal did not pass a check.',
        'The time stamp was checked.',
        'A part of the seal was checked.',
      ],
    );
  });

  it('mentions for an ingredient that it is about the ingredient', () => {
    assert.equal(
      explainInIngredient('claimSignature.mismatch'),
      'In a file that this was made from: The signature does not match the seal: the seal was changed.',
    );
    const own = 'ingredient.manifest.missing';
    assert.equal(explainInIngredient(own), explain(own));
  });
});

describe('the findings of the engine', () => {
  const codes = (...names: string[]) => names.map((code) => ({code}));
  const listed = (results: Record<string, unknown>): string[] =>
    checksOf(findingsOf(results)).map(
      ({code, passed, inIngredient}) =>
        `${passed ? 'passed' : 'failed'} ${code}${inIngredient ? ' (ingredient)' : ''}`,
    );

  it('are listed for the file and for its ingredients, each code once for either', () => {
    assert.deepEqual(
      listed({
        activeManifest: {
          success: codes('assertion.hashedURI.match', 'assertion.hashedURI.match'),
          informational: codes('timeStamp.untrusted'),
          failure: [],
        },
        ingredientDeltas: [
          {
            validationDeltas: {
              success: codes('signingCredential.trusted', 'assertion.hashedURI.match'),
              informational: codes('timeStamp.mismatch', 'signingCredential.ocsp.skipped'),
              failure: codes('assertion.dataHash.mismatch'),
            },
          },
          {validationDeltas: {success: codes('signingCredential.trusted')}},
        ],
      }),
      [
        'failed assertion.dataHash.mismatch (ingredient)',
        'failed timeStamp.untrusted',
        'failed timeStamp.mismatch (ingredient)',
        'passed assertion.hashedURI.match',
        'passed signingCredential.trusted (ingredient)',
        'passed assertion.hashedURI.match (ingredient)',
        'passed signingCredential.ocsp.skipped (ingredient)',
      ],
    );
  });

  it('do not count an ingredient without a seal as a failure', () => {
    const unknown = {validationDeltas: {informational: codes('ingredient.unknownProvenance')}};
    assert.deepEqual(listed({ingredientDeltas: [unknown, unknown]}), [
      'passed ingredient.unknownProvenance (ingredient)',
    ]);
  });

  it('do not contain a binding as matched if any binding failed', () => {
    const [whole, changed] = ['match', 'mismatch'].map((end) => `assertion.dataHash.${end}`);
    assert.deepEqual(
      listed({
        activeManifest: {success: codes(whole!)},
        ingredientDeltas: [
          {validationDeltas: {success: codes(whole!)}},
          {validationDeltas: {failure: codes(changed!)}},
        ],
      }),
      [`failed ${changed} (ingredient)`, `passed ${whole}`],
    );
  });
});
