import {SettingsError} from '../settings/settings-error.js';

/** Libraries that an operator installs if the key needs them, with the versions that work. */
const peers = {
  'graphene-pk11': 'graphene-pk11@^2.3.6',
  '@aws-sdk/client-kms': '@aws-sdk/client-kms@^3.1000.0',
} as const;

/**
 * Address of such a library's module.
 * @throws {SettingsError} if it is not installed
 */
export function peerAddress(name: keyof typeof peers): string {
  try {
    return import.meta.resolve(name);
  } catch (cause) {
    const compiles =
      name === 'graphene-pk11' ? ' It is compiled then: Python 3, make and a C++ compiler.' : '';
    throw new SettingsError(
      `SEALED_CAPTURE_SIGNER needs a library that is not installed. Install it beside this package: npm install ${peers[name]}.${compiles}`,
      {cause},
    );
  }
}
