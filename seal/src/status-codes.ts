/**
 * False for validation status codes (C2PA 2.2, section 15) of passed or skipped checks: manifests before ingredient
 * assertions of version 3 list all kinds together.
 */
export const saysFailure = (code: string): boolean =>
  !/\.(validated|match|trusted|insideValidity|accessible|notRevoked|skipped|unknownProvenance)$/.test(
    code,
  );

/** The seal's trusted time stamp was added after the seal was made. */
export const LATER_STAMP = 'org.sealed-capture.timeStamp.later';

/** A later time stamp could not be verified because its algorithm is unknown. */
export const STAMP_UNSUPPORTED = 'org.sealed-capture.timeStamp.unsupported';

export const SIGNER_TRUSTED = 'signingCredential.trusted';
export const SIGNER_UNTRUSTED = 'signingCredential.untrusted';
export const STAMP_TRUSTED = 'timeStamp.trusted';
export const STAMP_UNTRUSTED = 'timeStamp.untrusted';
export const NOT_REVOKED = 'signingCredential.ocsp.notRevoked';
