import {isMissing, readPrivateFile} from '../files/private-files.js';
import type {SecretSource} from '../settings/signer-setting.js';
import {SettingsError} from '../settings/settings-error.js';

/**
 * Reads the secret that a source names, without the final line break that editors add.
 * @throws {SettingsError} if there is none, or other users can read its file
 */
export async function readSecret(source: SecretSource): Promise<string> {
  const text = await textOf(source);
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new SettingsError(`${nameOf(source)} is empty.`);
  return secret;
}

async function textOf(source: SecretSource): Promise<string> {
  if (source.name === 'variable') {
    const value = process.env[source.variable];
    if (value === undefined) throw new SettingsError(`${nameOf(source)} is not set.`);
    return value;
  }
  try {
    return await readPrivateFile(source.path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new SettingsError(`There is no file ${source.path} with the secret.`, {cause: error});
  }
}

const nameOf = (source: SecretSource): string =>
  source.name === 'file' ? source.path : `The environment variable ${source.variable}`;
