/** The organisation (O) that the certificates of every service's sandbox name, by which their seals are known. */
export const SANDBOX_ORGANISATION = 'Sealed Capture Sandbox';
