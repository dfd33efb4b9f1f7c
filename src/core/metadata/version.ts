/** Of this package, sealed into the device section as sdkVersion. A test holds it to package.json. */
export const VERSION = '0.1.0';
