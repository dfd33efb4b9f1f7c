/**
 * False for validation status codes (C2PA 2.2, section 15) of what held, or of what was not looked at: a manifest of
 * before ingredient assertions of version 3 lists both kinds together.
 */
export const saysFailure = (code: string): boolean =>
  !/\.(validated|match|trusted|insideValidity|accessible|notRevoked|skipped|unknownProvenance)$/.test(
    code,
  );

/** Of a seal whose trusted time stamp was added after it was made. */
export const LATER_STAMP = 'org.sealed-capture.timeStamp.later';

/** Of a later time stamp that could not be checked for want of an algorithm. */
export const STAMP_UNSUPPORTED = 'org.sealed-capture.timeStamp.unsupported';

export const SIGNER_TRUSTED = 'signingCredential.trusted';
export const SIGNER_UNTRUSTED = 'signingCredential.untrusted';
export const STAMP_TRUSTED = 'timeStamp.trusted';
export const NOT_REVOKED = 'signingCredential.ocsp.notRevoked';
