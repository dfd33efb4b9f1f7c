// Separate from the schemas, so that a page does not load a schema library for four words.

/**
 * complete: there is a closing record, and everything that it lists is here, as it was sealed. open: nothing is missing as
 * far as the numbers go, but there is no closing record, or there are later seals: nobody can tell whether more follow.
 * unconfirmed: nothing is missing, but a seal's signer is not trusted, or it could not be checked, or there are several
 * signers, or what the device says contradicts itself. incomplete: something is missing, exchanged or changed, or the
 * seals contradict each other.
 */
export const setStates = ['complete', 'open', 'unconfirmed', 'incomplete'] as const;
export type SetState = (typeof setStates)[number];
