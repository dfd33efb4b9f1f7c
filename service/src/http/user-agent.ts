import {VERSION} from '@sealed-capture/seal/model/version.js';

/** The header with which the service names itself and its version to the servers that it asks. */
export const userAgent = {'user-agent': `sealed-capture/${VERSION}`} as const;
