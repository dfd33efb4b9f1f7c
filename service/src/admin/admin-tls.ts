import {createSecureContext} from 'node:tls';
import {join} from 'node:path';
import {readPrivateFile, readText, isMissing} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';

/** The admin port's own certificate and key, and the authorities of its clients. PEM. */
export interface AdminTls {
  cert: string;
  key: string;
  ca: string;
}

/**
 * Reads `server.pem` (leaf first), `server.key` and `clients.pem` (the authorities that issue clients'
 * certificates) from a folder.
 * @throws {SettingsError} if a file is missing, other users can read the key, or the files do not belong together
 */
export async function readAdminTls(folder: string): Promise<AdminTls> {
  const of = (name: string, read: (path: string) => Promise<string>) =>
    read(join(folder, name)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      throw new SettingsError(
        `${folder} holds no ${name}. SEALED_CAPTURE_ADMIN_TLS names a folder with server.pem, server.key and clients.pem.`,
        {cause: error},
      );
    });
  const tls = {
    cert: await of('server.pem', readText),
    key: await of('server.key', readPrivateFile),
    ca: await of('clients.pem', readText),
  };
  // OpenSSL reads a text without certificates as an empty list, and Node would then trust its built-in authorities.
  if (!tls.ca.includes('-----BEGIN CERTIFICATE-----')) {
    throw new SettingsError(`${join(folder, 'clients.pem')} holds no certificate in PEM form.`);
  }
  try {
    createSecureContext(tls);
  } catch (cause) {
    throw new SettingsError(
      `The files in ${folder} cannot be used for TLS: server.pem and clients.pem must hold certificates in PEM form, and server.key the unencrypted key of server.pem.`,
      {cause},
    );
  }
  return tls;
}
