/** Of both packages: sealed into the device section as sdkVersion, and by the service as its own. A test holds it to package.json. */
export const VERSION = '0.1.0';
