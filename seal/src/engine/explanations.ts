/** What each validation status code means, in plain words (C2PA 2.2, section 15; codes of the engine). */
const explanations: Partial<Record<string, string>> = {
  'claimSignature.validated': 'The signature of the seal is correct.',
  'claimSignature.insideValidity': 'The certificate was valid when the seal was made.',
  'claimSignature.outsideValidity': 'The certificate was not valid when the seal was made.',
  'claimSignature.mismatch': 'The signature does not match the seal: the seal was changed.',
  'claimSignature.missing': 'The seal has no signature.',
  'signingCredential.trusted': 'The signer is among those that are trusted here.',
  'signingCredential.untrusted': 'The signer is not among those that are trusted here.',
  'org.sealed-capture.interimSigner':
    'The signer is known from the interim list alone, which was closed in January 2026.',
  'org.sealed-capture.timeStamp.interim':
    'The time-stamp authority is known from the interim list alone, which was closed in January 2026.',
  'signingCredential.invalid': 'The certificate of the signer may not be used for a seal.',
  'signingCredential.expired':
    'The certificate of the signer had expired, and no trusted time stamp says otherwise.',
  'signingCredential.revoked': 'The certificate of the signer was revoked.',
  'signingCredential.ocsp.notRevoked': 'The certificate of the signer was not revoked.',
  'signingCredential.ocsp.revoked': 'The certificate of the signer was revoked.',
  'signingCredential.ocsp.unknown': 'Whether the certificate was revoked is not known.',
  'signingCredential.ocsp.inaccessible': 'Whether the certificate was revoked could not be asked.',
  'signingCredential.ocsp.skipped':
    'Whether the certificate was revoked was not asked: nobody else is told what is checked here.',
  'timeStamp.validated': 'The time stamp belongs to this seal.',
  'timeStamp.trusted': 'The time comes from a time-stamp authority that is trusted here.',
  'org.sealed-capture.timeStamp.later':
    'The time stamp was added after the seal was made: the seal existed at that time, and may be older.',
  'org.sealed-capture.timeStamp.unsupported':
    'The time stamp uses an algorithm that is not known here, so it was not checked.',
  'timeStamp.untrusted': 'The time-stamp authority is not among those that are trusted here.',
  'timeStamp.mismatch': 'The time stamp belongs to another seal.',
  'timeStamp.malformed': 'The time stamp cannot be read.',
  'timeStamp.outsideValidity': 'The certificate of the time-stamp authority was not valid then.',
  'timeStamp.credentialInvalid':
    'The certificate of the time-stamp authority may not be used for a time stamp.',
  'timeOfSigning.insideValidity':
    'The time that the signer gives is within the time for which the certificate is valid.',
  'timeOfSigning.outsideValidity':
    'The time that the signer gives is not within the time for which the certificate is valid.',
  'assertion.dataHash.match': 'The file is the one that was sealed, byte for byte.',
  'assertion.dataHash.mismatch': 'The file was changed after it was sealed.',
  'assertion.dataHash.malformed': 'What binds the seal to the file cannot be read.',
  'assertion.dataHash.redacted': 'What binds the seal to the file was taken out.',
  'assertion.dataHash.additionalExclusionsPresent':
    'The seal leaves out more of the file than itself.',
  'assertion.hardBinding.redacted': 'What binds the seal to the file was taken out.',
  'assertion.bmffHash.match': 'The file is the one that was sealed, byte for byte.',
  'assertion.bmffHash.mismatch': 'The file was changed after it was sealed.',
  'assertion.bmffHash.malformed': 'What binds the seal to the file cannot be read.',
  'assertion.bmffHash.additionalExclusionsPresent':
    'The seal leaves out more of the file than itself.',
  'assertion.boxesHash.match': 'The parts of the file are those that were sealed.',
  'assertion.boxesHash.mismatch': 'The file was changed after it was sealed.',
  'assertion.boxesHash.malformed': 'What binds the seal to the file cannot be read.',
  'assertion.boxesHash.unknownBox': 'The file holds a part that was not sealed.',
  'assertion.boxesHash.unknownBoxes': 'The file holds parts that were not sealed.',
  'assertion.boxesHash.additionalExclusionsPresent':
    'The seal leaves out more of the file than itself.',
  'assertion.collectionHash.match': 'The files of the collection are those that were sealed.',
  'assertion.collectionHash.malformed': 'What binds the seal to the collection cannot be read.',
  'assertion.collectionHash.incorrectFileCount':
    'The collection has more files, or fewer, than were sealed.',
  'assertion.collectionHash.invalidURI':
    'The seal names a file of the collection in a way that is not allowed.',
  'assertion.collectionHash.mismatch': 'A file of the collection was changed after it was sealed.',
  'assertion.multiAssetHash.match': 'The parts of the file are those that were sealed.',
  'assertion.multiAssetHash.mismatch': 'The file was changed after it was sealed.',
  'assertion.multiAssetHash.malformed': 'What binds the seal to the file’s parts cannot be read.',
  'assertion.multiAssetHash.missingPart': 'A part of the file that was sealed is missing.',
  'assertion.hashedURI.match': 'What the seal says is what was signed.',
  'assertion.hashedURI.mismatch': 'What the seal says was changed after it was signed.',
  'hashedURI.missing': 'The seal refers to a part that is not there.',
  'hashedURI.mismatch': 'A part that the seal refers to was changed after it was signed.',
  'assertion.missing': 'A statement that was signed is missing.',
  'assertion.required.missing': 'A statement that every seal has to hold is missing.',
  'assertion.outsideManifest': 'A statement that was signed stands outside of the seal.',
  'assertion.multipleHardBindings': 'The seal is bound to the file in more than one way.',
  'assertion.undeclared': 'The seal holds a statement that was not signed.',
  'assertion.accessible': 'A statement that is kept elsewhere can be reached.',
  'assertion.inaccessible': 'A statement that is kept elsewhere cannot be reached.',
  'assertion.notRedacted': 'A statement that should have been taken out is still there.',
  'assertion.selfRedacted': 'The seal takes out its own statements.',
  'assertion.action.malformed': 'What was done to the file cannot be read.',
  'assertion.action.ingredientMismatch': 'What was done to the file does not match its sources.',
  'assertion.action.redacted': 'The list of what was done to the file was taken out.',
  'assertion.action.redactionMismatch':
    'The seal says that a statement was taken out, but not which.',
  'assertion.action.softBindingMissing':
    'The seal says that a watermark was added, but does not describe it.',
  'assertion.ingredient.malformed': 'What the file was made from cannot be read.',
  'assertion.metadata.disallowed': 'The seal holds a field that it may not hold.',
  'assertion.json.invalid': 'A statement of the seal is no JSON that can be read.',
  'assertion.cbor.invalid': 'A statement of the seal is no CBOR that can be read.',
  'assertion.timestamp.malformed': 'A time stamp in the seal cannot be read.',
  'assertion.cloud-data.hardBinding':
    'What binds the seal to the file is kept elsewhere, which is not allowed.',
  'assertion.cloud-data.actions':
    'What was done to the file is kept elsewhere, which is not allowed here.',
  'assertion.cloud-data.malformed': 'Where a statement is kept cannot be read.',
  'assertion.cloud-data.labelMismatch': 'The statement that is kept elsewhere is another one.',
  'assertion.external-reference.malformed': 'What the seal refers to elsewhere cannot be read.',
  'assertion.external-reference.actions':
    'What was done to the file stands elsewhere, which is not allowed.',
  'assertion.external-reference.hardBinding':
    'What binds the seal to the file stands elsewhere, which is not allowed.',
  'assertion.external-reference.created':
    'The seal says that something elsewhere was made by its signer, which is not allowed.',
  'claim.missing': 'The seal has no claim.',
  'claim.multiple': 'The seal has more than one claim.',
  'claim.hardBindings.missing': 'The seal is not bound to any file.',
  'claim.malformed': 'The claim of the seal lacks a field, or has one that is not allowed.',
  'claim.cbor.invalid': 'The claim of the seal is no CBOR that can be read.',
  'claim.required.missing': 'The claim of the seal lacks what every claim has to hold.',
  'ingredient.manifest.validated': 'The seal of the file that this was made from was checked.',
  'ingredient.claimSignature.validated': 'The seal of the file that this was made from is signed.',
  'ingredient.hashedURI.match': 'The file that this was made from is the one that was named.',
  'ingredient.hashedURI.mismatch':
    'The file that this was made from is not the one that was named.',
  'ingredient.manifest.missing': 'The seal of the file that this was made from is missing.',
  'ingredient.manifest.mismatch': 'The seal of the file that this was made from was changed.',
  'ingredient.claimSignature.mismatch':
    'The signature of the file that this was made from does not match.',
  'ingredient.claimSignature.missing':
    'The seal of the file that this was made from has no signature.',
  'ingredient.unknownProvenance': 'The file that this was made from carried no seal.',
  'manifest.missing': 'The seal is not where the file says that it is.',
  'manifest.inaccessible': 'The seal is kept elsewhere; nothing is fetched from there.',
  'manifest.unknownProvenance': 'Where the file comes from cannot be told by this seal.',
  'manifest.compressed.invalid': 'The seal was made smaller in a way that cannot be undone.',
  'manifest.multipleParents': 'The seal names more than one file that this was made from.',
  'manifest.update.invalid': 'An update of the seal is not allowed as it is.',
  'manifest.update.wrongParents': 'An update of the seal does not name the seal that it updates.',
  'manifest.timestamp.invalid': 'A later time stamp of the seal is not allowed as it is.',
  'manifest.timestamp.wrongParents':
    'A later time stamp of the seal does not name the seal that it belongs to.',
  'manifest.unreferenced': 'The file holds a seal that nothing refers to.',
  'algorithm.unsupported': 'The seal uses an algorithm that is not known here.',
  'algorithm.deprecated': 'The seal uses an algorithm that is no longer held to be safe.',
  'general.error': 'The seal or the file cannot be read.',
  'cawg.identity.well-formed': 'The statement of identity is well formed.',
  'cawg.identity.trusted': 'The statement of identity comes from someone who is trusted here.',
  'cawg.identity.assertion.mismatch':
    'The statement of identity speaks of other statements than those of this seal.',
  'cawg.identity.assertion.duplicate': 'The statement of identity names a statement twice.',
  'cawg.identity.hard_binding_missing': 'The statement of identity is not bound to the file.',
  'cawg.identity.pad.invalid': 'The statement of identity holds data where there may be none.',
  'cawg.identity.sig_type.unknown': 'The statement of identity is signed in a way unknown here.',
  'cawg.x509.signature.validated': 'The signature of the statement of identity is correct.',
  'cawg.x509.signature.mismatch': 'The signature of the statement of identity does not match.',
  'cawg.x509.signature.outside_validity':
    'The statement of identity was signed when its certificate was not valid.',
  'cawg.x509.credential.trusted':
    'Who made the statement of identity is among those that are trusted here.',
  'cawg.x509.credential.invalid':
    'The certificate of the statement of identity may not be used for one.',
  'cawg.x509.credential.untrusted':
    'Who made the statement of identity is not known here; that does not concern the seal.',
  'cawg.x509.algorithm.unsupported':
    'The statement of identity uses an algorithm that is not known here.',
  'cawg.x509.time_stamp.validated': 'The time stamp belongs to the statement of identity.',
  'cawg.x509.time_stamp.trusted':
    'The time of the statement of identity comes from an authority that is trusted here.',
  'cawg.x509.time_stamp.untrusted':
    'The authority that stamped the statement of identity is not among those that are trusted here.',
  'cawg.x509.time_stamp.mismatch':
    'The time stamp of the statement of identity belongs to another one.',
  'cawg.x509.time_stamp.malformed': 'The time stamp of the statement of identity cannot be read.',
  'cawg.x509.time_stamp.outside_validity':
    'The certificate of the authority that stamped the statement of identity was not valid then.',
  'cawg.ica.credential_valid': 'Who vouches for the identity has signed it.',
  'cawg.ica.untrusted_issuer':
    'Who vouches for the identity is not known here; that does not concern the seal.',
  'cawg.ica.did_unavailable':
    'Who vouches for the identity could not be looked up: nobody else is asked from here.',
  'cawg.ica.invalid_did_document':
    'What says how to check who vouches for the identity cannot be read.',
  'cawg.ica.invalid_issuer':
    'The statement of identity names who vouches for it in a way unknown here.',
  'cawg.ica.invalid_cose_sign1': 'The signature of who vouches for the identity cannot be read.',
  'cawg.ica.invalid_alg':
    'Who vouches for the identity has signed it by an algorithm that is not known here.',
  'cawg.ica.invalid_content_type':
    'The statement of identity is not of the type that it has to be.',
  'cawg.ica.invalid_verifiable_credential': 'The statement of identity cannot be read.',
  'cawg.ica.signature_mismatch':
    'The signature of who vouches for the identity does not match: the statement was changed.',
  'cawg.ica.signer_payload.mismatch':
    'The statement of identity was made for other statements than those of this seal.',
  'cawg.ica.time_stamp.validated': 'The time stamp belongs to the statement of identity.',
  'cawg.ica.time_stamp.invalid': 'The time stamp of the statement of identity does not hold.',
  'cawg.ica.valid_from.missing': 'The statement of identity does not say from when it is good.',
  'cawg.ica.valid_from.invalid':
    'The statement of identity was not good yet when the seal was made, or is not yet.',
  'cawg.ica.valid_until.invalid': 'The statement of identity is not good any more.',
};

/** What a code without a sentence of its own is about. */
function subjectOf(code: string): string {
  if (code.startsWith('cawg.')) return 'A statement of identity';
  if (code.startsWith('timeStamp.')) return 'The time stamp';
  if (code.startsWith('ingredient.')) return 'A file that this was made from';
  return 'A part of the seal';
}

/** One plain sentence for a validation status code; every code has one. `hasFailed`: it is listed as a failure. */
export function explain(code: string, hasFailed = true): string {
  const known = Object.hasOwn(explanations, code) ? explanations[code] : undefined;
  return known ?? `${subjectOf(code)} ${hasFailed ? 'did not pass a check' : 'was checked'}.`;
}

/** The same for a code about a file that the inspected one was made from. */
export function explainInIngredient(code: string, hasFailed = true): string {
  const sentence = explain(code, hasFailed);
  // These explanations name their subject themselves.
  return code.startsWith('ingredient.')
    ? sentence
    : `In a file that this was made from: ${sentence}`;
}
