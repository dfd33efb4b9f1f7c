import {object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {factsOf, textIn, type KnownFile} from './known-file.js';

/**
 * Tags under which pages seal whose capture it is, and which device made it; without case, spaces and signs. Names that
 * may as well be about the subject of a picture, such as "device" or "serial number", are left out.
 */
const OF_ACCOUNT = ['account', 'accountid', 'user', 'userid', 'username'];
const OF_DEVICE = ['deviceid', 'deviceserial', 'deviceserialnumber'];

/** The value of the first tag with one of these names. */
function tagOf(facts: Loose, names: readonly string[]): string | undefined {
  for (const [name, value] of Object.entries(object(facts['tags']) ?? {})) {
    if (names.includes(name.toLowerCase().replace(/[^a-z]/g, ''))) return text(value);
  }
  return undefined;
}

export const accountOf = (file: KnownFile): string | undefined => tagOf(factsOf(file), OF_ACCOUNT);

/** Common name or organisation in the signer's certificate. */
export const signerOf = (file: KnownFile): string | undefined =>
  textIn(factsOf(file), 'signature.signedBy');

/** An id of the one device, which the page has sealed as a tag. */
export const deviceIdOf = (file: KnownFile): string | undefined => tagOf(factsOf(file), OF_DEVICE);

/** The device for people: model and camera, as far as they are known. */
export const deviceNameOf = (file: KnownFile): string => {
  const facts = factsOf(file);
  const parts = [textIn(facts, 'device.model'), textIn(facts, 'camera.deviceName')];
  return parts.filter((part) => part !== undefined).join(', ') || (deviceIdOf(file) ?? '');
};

/**
 * A key that two files share if they name the same camera; undefined where they do not say enough. That is an id of the
 * device. Without one, no single value tells two phones of one model apart: "Pixel 9, back camera" are thousands. So
 * everything that the seal says has to agree: the signer with the issuer of the certificate, the model, the name of the
 * camera or the account, and operating system and browser. Two people of one company with the same phone, whose page seals
 * no account, still share a key; so the sentence says that the files name the same camera, not that one made them.
 */
export function cameraKeyOf(file: KnownFile): string | undefined {
  const facts = factsOf(file);
  const id = deviceIdOf(file);
  if (id !== undefined) return JSON.stringify(['id', id, textIn(facts, 'device.model')]);
  const model = textIn(facts, 'device.model');
  const signer = signerOf(file);
  const camera = textIn(facts, 'camera.deviceName');
  const account = accountOf(file);
  if (!model || !signer || !(camera || account)) return undefined;
  const others = ['signature.issuedBy', 'device.os', 'device.osVersion', 'device.userAgent'];
  const values = others.map((path) => textIn(facts, path));
  return JSON.stringify([signer, model, camera, account, ...values]);
}
