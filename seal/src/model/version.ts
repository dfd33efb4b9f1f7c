/**
 * Version of both packages. It is sealed into the device section as sdkVersion. A test compares it with
 * package.json.
 */
export const VERSION = '0.1.0';
