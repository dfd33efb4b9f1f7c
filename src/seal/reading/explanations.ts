/** What each validation status code says, in plain words (C2PA 2.2, section 15; codes of the engine). */
const explanations: Partial<Record<string, string>> = {
  'claimSignature.validated': 'The signature of the seal is correct.',
  'claimSignature.insideValidity': 'The certificate was valid when the seal was made.',
  'claimSignature.outsideValidity': 'The certificate was not valid when the seal was made.',
  'claimSignature.mismatch': 'The signature does not match the seal: the seal was changed.',
  'claimSignature.missing': 'The seal has no signature.',
  'signingCredential.trusted': 'The signer is among those that this service trusts.',
  'signingCredential.untrusted': 'The signer is not among those that this service trusts.',
  'signingCredential.invalid': 'The certificate of the signer may not be used for a seal.',
  'signingCredential.expired':
    'The certificate of the signer had expired, and no trusted time stamp says otherwise.',
  'signingCredential.revoked': 'The certificate of the signer was revoked.',
  'signingCredential.ocsp.notRevoked': 'The certificate of the signer was not revoked.',
  'signingCredential.ocsp.revoked': 'The certificate of the signer was revoked.',
  'signingCredential.ocsp.unknown': 'Whether the certificate was revoked is not known.',
  'signingCredential.ocsp.inaccessible': 'Whether the certificate was revoked could not be asked.',
  'signingCredential.ocsp.skipped':
    'Whether the certificate was revoked was not asked: this service makes no outgoing calls.',
  'timeStamp.validated': 'The time stamp belongs to this seal.',
  'timeStamp.trusted': 'The time comes from a time-stamp authority that this service trusts.',
  'timeStamp.untrusted': 'The time-stamp authority is not among those that this service trusts.',
  'timeStamp.mismatch': 'The time stamp belongs to another seal.',
  'timeStamp.malformed': 'The time stamp cannot be read.',
  'timeStamp.outsideValidity': 'The certificate of the time-stamp authority was not valid then.',
  'assertion.dataHash.match': 'The file is the one that was sealed, byte for byte.',
  'assertion.dataHash.mismatch': 'The file was changed after it was sealed.',
  'assertion.dataHash.malformed': 'What binds the seal to the file cannot be read.',
  'assertion.dataHash.redacted': 'What binds the seal to the file was taken out.',
  'assertion.dataHash.additionalExclusionsPresent':
    'The seal leaves out more of the file than itself.',
  'assertion.bmffHash.match': 'The file is the one that was sealed, byte for byte.',
  'assertion.bmffHash.mismatch': 'The file was changed after it was sealed.',
  'assertion.bmffHash.malformed': 'What binds the seal to the file cannot be read.',
  'assertion.boxesHash.match': 'The parts of the file are those that were sealed.',
  'assertion.boxesHash.mismatch': 'The file was changed after it was sealed.',
  'assertion.boxesHash.malformed': 'What binds the seal to the file cannot be read.',
  'assertion.boxesHash.unknownBox': 'The file holds a part that was not sealed.',
  'assertion.collectionHash.mismatch': 'A file of the collection was changed after it was sealed.',
  'assertion.multiAssetHash.match': 'The parts of the file are those that were sealed.',
  'assertion.multiAssetHash.mismatch': 'The file was changed after it was sealed.',
  'assertion.hashedURI.match': 'What the seal says is what was signed.',
  'assertion.hashedURI.mismatch': 'What the seal says was changed after it was signed.',
  'assertion.missing': 'A part of the seal is missing.',
  'assertion.multipleHardBindings': 'The seal is bound to the file in more than one way.',
  'assertion.undeclared': 'The seal holds a statement that was not signed.',
  'assertion.inaccessible': 'A part of the seal cannot be reached.',
  'assertion.notRedacted': 'A statement that should have been taken out is still there.',
  'assertion.selfRedacted': 'The seal takes out its own statements.',
  'assertion.action.malformed': 'What was done to the file cannot be read.',
  'assertion.action.ingredientMismatch': 'What was done to the file does not match its sources.',
  'assertion.action.redacted': 'The list of what was done to the file was taken out.',
  'assertion.ingredient.malformed': 'What the file was made from cannot be read.',
  'assertion.metadata.disallowed': 'The seal holds a field that it may not hold.',
  'assertion.json.invalid': 'A statement of the seal cannot be read.',
  'assertion.cbor.invalid': 'A statement of the seal cannot be read.',
  'assertion.timestamp.malformed': 'A time stamp in the seal cannot be read.',
  'assertion.cloud-data.hardBinding': 'The seal would be bound to the file from elsewhere.',
  'claim.missing': 'The seal has no claim.',
  'claim.multiple': 'The seal has more than one claim.',
  'claim.hardBindings.missing': 'The seal is not bound to any file.',
  'claim.malformed': 'The seal cannot be read.',
  'claim.cbor.invalid': 'The seal cannot be read.',
  'claim.required.missing': 'A part of the seal is missing.',
  'ingredient.manifest.validated': 'The seal of the file that this was made from was checked.',
  'ingredient.claimSignature.validated': 'The seal of the file that this was made from is signed.',
  'ingredient.hashedURI.match': 'The file that this was made from is the one that was named.',
  'ingredient.hashedURI.mismatch':
    'The file that this was made from is not the one that was named.',
  'ingredient.manifest.missing': 'The seal of the file that this was made from is missing.',
  'ingredient.manifest.mismatch': 'The seal of the file that this was made from was changed.',
  'ingredient.claimSignature.mismatch':
    'The signature of the file that this was made from does not match.',
  'ingredient.unknownProvenance': 'The file that this was made from carried no seal.',
  'manifest.inaccessible': 'The seal is kept elsewhere; this service makes no outgoing calls.',
  'manifest.multipleParents': 'The seal names more than one file that this was made from.',
  'manifest.update.invalid': 'An update of the seal is not allowed as it is.',
  'manifest.update.wrongParents': 'An update of the seal does not name the seal that it updates.',
  'manifest.timestamp.invalid': 'A later time stamp of the seal is not allowed as it is.',
  'manifest.unreferenced': 'The file holds a seal that nothing refers to.',
  'algorithm.unsupported': 'The seal uses an algorithm that this service does not know.',
  'algorithm.deprecated': 'The seal uses an algorithm that is no longer held to be safe.',
  'general.error': 'The seal or the file cannot be read.',
  'cawg.identity.well-formed': 'The statement of identity is well formed.',
  'cawg.identity.trusted': 'The statement of identity comes from someone whom this service trusts.',
  'cawg.x509.signature.validated': 'The signature of the statement of identity is correct.',
  'cawg.x509.credential.untrusted':
    'Who made the statement of identity is not known here; that does not concern the seal.',
};

/** One plain sentence for a validation status code; every code has one. */
export function explain(code: string): string {
  const known = Object.hasOwn(explanations, code) ? explanations[code] : undefined;
  if (known) return known;
  if (code.startsWith('cawg.')) return 'A statement of identity was checked.';
  if (code.startsWith('timeStamp.')) return 'The time stamp was checked.';
  if (code.startsWith('ingredient.')) return 'A file that this was made from was checked.';
  return 'A part of the seal was checked.';
}
