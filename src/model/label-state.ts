/** valid: intact, signer trusted. untrusted: intact, signer unknown. invalid: broken. none: no seal. */
export const labelStates = ['valid', 'untrusted', 'invalid', 'none'] as const;
export type LabelState = (typeof labelStates)[number];
