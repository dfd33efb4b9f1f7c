import {isAbsolute, resolve} from 'node:path';
import {isClosedToOthers} from './loopback.js';
import {SettingsError} from './settings-error.js';

/** Where a secret is. Settings contain this reference, never the secret. */
export type SecretSource = {name: 'file'; path: string} | {name: 'variable'; variable: string};

/** A token of a PKCS #11 module and a key on it (RFC 7512). Absent attributes match any. */
export interface Pkcs11Setting {
  name: 'pkcs11';
  /** Path of the module's library. */
  module: string;
  token?: string;
  serial?: string;
  slot?: number;
  /** Label of the key. */
  object?: string;
  /** Its CKA_ID, hexadecimal. */
  id?: string;
  pin?: SecretSource;
}

export interface KmsSetting {
  name: 'aws-kms';
  /** Id, alias or ARN of the key. */
  key: string;
  /** Default: as the AWS SDK finds it. */
  region?: string;
  endpoint?: string;
}

export interface RemoteSetting {
  name: 'remote';
  /** Address of https. */
  address: string;
}

/** Where the key of the live environment's certificate is. `file`: in signer.key. */
export type SignerSetting = {name: 'file'} | Pkcs11Setting | KmsSetting | RemoteSetting;

/**
 * Parses "file:/run/secrets/pin" or "env:NAME".
 * @throws {SettingsError} that repeats nothing of the text, which may be the secret itself
 */
export function secretSource(text: string, name: string): SecretSource {
  const [, kind, rest = ''] = /^(file|env):(.+)$/s.exec(text) ?? [];
  if (kind === 'file') return {name: 'file', path: resolve(rest.replace(/^\/\/(?=\/)/, ''))};
  if (kind === 'env' && /^\w+$/.test(rest)) return {name: 'variable', variable: rest};
  throw new SettingsError(
    `${name} must say where the secret is, and not hold it: file:PATH, or env:NAME for an environment variable.`,
  );
}

/**
 * Parses the setting of a signer.
 * @throws {SettingsError} that repeats nothing of the text, which may contain a PIN
 */
export function signerSetting(text: string, name: string): SignerSetting {
  if (text === 'file') return {name: 'file'};
  if (text.startsWith('pkcs11:')) return pkcs11Setting(text, name);
  if (text.startsWith('awskms:')) return kmsSetting(text, name);
  if (text.startsWith('https:')) return remoteSetting(text, name);
  throw new SettingsError(
    `${name} must be file, a PKCS #11 URI (pkcs11:…), awskms:KEY, or the https address of a remote signer.`,
  );
}

/** The decoded attributes of a URI without an authority. */
function attributesOf(
  parts: readonly string[],
  known: readonly string[],
  name: string,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const part of parts.filter(Boolean)) {
    const at = part.indexOf('=');
    const attribute = part.slice(0, Math.max(at, 0));
    if (!known.includes(attribute) || attribute in found) {
      throw new SettingsError(
        `${name}: these attributes are understood, each once: ${known.join(', ')}.`,
      );
    }
    try {
      found[attribute] = decodeURIComponent(part.slice(at + 1));
    } catch (cause) {
      throw new SettingsError(`${name}: ${attribute} is not percent-encoded.`, {cause});
    }
  }
  return found;
}

function pkcs11Setting(text: string, name: string): Pkcs11Setting {
  const [path = '', query = ''] = text.slice('pkcs11:'.length).split(/\?(.*)/s);
  if (/(?:^|&)pin-value=/.test(query)) {
    throw new SettingsError(
      `${name} must not hold a PIN. Name where it is: pin-source=file:PATH or pin-source=env:NAME.`,
    );
  }
  // An id consists of bytes, which need not be valid text.
  const idText = /(?:^|;)id=([^;]*)/.exec(path)?.[1];
  const rest = path.split(';').filter((part) => !part.startsWith('id='));
  const of = attributesOf(rest, ['token', 'serial', 'slot-id', 'object', 'type'], name);
  const more = attributesOf(query.split('&'), ['module-path', 'pin-source'], name);
  const {token, serial, object, type = 'private', 'slot-id': slot} = of;
  const {'module-path': module = '', 'pin-source': pin} = more;
  if (!isAbsolute(module)) {
    throw new SettingsError(
      `${name}: module-path must be the whole path of the module, such as ?module-path=/usr/lib/softhsm/libsofthsm2.so`,
    );
  }
  if (type !== 'private') throw new SettingsError(`${name}: type must be private.`);
  if (object === undefined && idText === undefined) {
    throw new SettingsError(`${name} must name the key: object=LABEL or id=%01, or both.`);
  }
  if (slot !== undefined && !/^\d{1,15}$/.test(slot)) {
    throw new SettingsError(`${name}: slot-id must be a number.`);
  }
  return {
    name: 'pkcs11',
    module,
    token,
    serial,
    object,
    ...(slot !== undefined && {slot: Number(slot)}),
    ...(idText !== undefined && {id: hexOf(idText, name)}),
    ...(pin !== undefined && {pin: secretSource(pin, `${name}: pin-source`)}),
  };
}

/** Bytes of a percent-encoded text, as hexadecimal. */
function hexOf(text: string, name: string): string {
  if (!/^(?:%[\da-f]{2}|[\w.~-])+$/i.test(text)) {
    throw new SettingsError(`${name}: id must be percent-encoded bytes, such as %01%ab.`);
  }
  const bytes = text.match(/%..|./g)!.map((part) => {
    return part.length === 3 ? parseInt(part.slice(1), 16) : part.charCodeAt(0);
  });
  return Buffer.from(bytes).toString('hex');
}

const KMS_KEY =
  /^(?:arn:aws[\w-]*:kms:([\w-]+):\d{12}:(?:key|alias)\/[\w/-]+|alias\/[\w/-]+|[\da-f-]{36}|mrk-[\da-f]{32})$/;

function kmsSetting(text: string, name: string): KmsSetting {
  const [key = '', query = ''] = text.slice('awskms:'.length).split(/\?(.*)/s);
  const matched = KMS_KEY.exec(key);
  if (!matched) {
    throw new SettingsError(
      `${name}: after awskms: there must be the ID, the alias (alias/NAME) or the ARN of a key.`,
    );
  }
  const {region = matched[1], endpoint} = attributesOf(
    query.split('&'),
    ['region', 'endpoint'],
    name,
  );
  if (endpoint !== undefined && !isSafe(endpoint)) {
    throw new SettingsError(
      `${name}: endpoint must be an https address, or an http address of this machine, without a name, a password or a query.`,
    );
  }
  return {name: 'aws-kms', key, region, endpoint};
}

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const {username, password, search, hash} = url;
  return isClosedToOthers(url) && !(username || password || search || hash);
}

function remoteSetting(text: string, name: string): RemoteSetting {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || url.search || url.hash) {
    throw new SettingsError(
      `${name}: the address of a remote signer is such as https://signer.example:8443, without a name, a password or a query.`,
    );
  }
  return {name: 'remote', address: text};
}
