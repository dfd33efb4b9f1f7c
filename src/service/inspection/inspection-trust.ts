import {join} from 'node:path';
import type {TrustAnchors} from '../../model/inspection/trust-anchors.js';
import {certificatesIn, readAnchors, type OwnAnchors} from '../certificates/environments.js';
import {readIfPresent, readText} from '../files/private-files.js';
import type {Settings} from '../settings/settings.js';
import {trustOf} from '../trust/trust-in-use.js';
import {TrustLists, type ListLog} from '../trust/trust-lists.js';

/** PEM files in place of the usual roots and lists. */
export interface GivenLists {
  signers?: string;
  timeStamps?: string;
}

/**
 * Whom the service trusts in its sandbox, with the roots of both environments; or the files alone where they are given.
 * Makes nothing: a machine without a service has no roots of its own. `log` hears of lists that are old or damaged.
 *
 * @throws {SettingsError} naming the file that is not there, cannot be read or holds no certificate
 */
export async function inspectionTrust(
  settings: Settings,
  given: GivenLists,
  log: ListLog,
): Promise<TrustAnchors> {
  const usual = await usualTrust(settings, log);
  const {official, interim, products} = usual;
  const signers = given.signers === undefined ? undefined : await readAnchors(given.signers);
  const timeStamps =
    given.timeStamps === undefined ? undefined : await readAnchors(given.timeStamps);
  return {
    signers: signers === undefined ? usual.signers : certificatesIn(signers),
    timeStamps: timeStamps === undefined ? usual.timeStamps : certificatesIn(timeStamps),
    ...(official && {
      official: {
        ...official,
        ...(signers !== undefined && {signers: ''}),
        ...(timeStamps !== undefined && {timeStamps: ''}),
      },
    }),
    ...(products && {products}),
    // It knows signers alone.
    ...(interim && signers === undefined && {interim}),
  };
}

async function usualTrust(settings: Settings, log: ListLog): Promise<TrustAnchors> {
  const {dataFolder} = settings;
  // First: where the folder cannot be read, that is told, and not of each list besides.
  const own = await ownRoots(settings);
  const lists = await TrustLists.open({dataFolder, log, onChange: () => undefined});
  lists.close();
  return trustOf(own, lists, settings.trustLists.sandbox);
}

/** A root vouches for signers and for time, as one root does for the sandbox. */
async function ownRoots(settings: Settings): Promise<OwnAnchors> {
  const paths = [
    join(settings.dataFolder, 'sandbox', 'root.pem'),
    join(settings.liveFolder, 'trust.pem'),
  ];
  const texts = await Promise.all(paths.map((path) => readIfPresent(path, readText)));
  const roots = texts.filter((text) => text !== undefined);
  return {
    signers: certificatesIn(...roots, await readAnchors(settings.trustAnchors)),
    timeStamps: certificatesIn(...roots, await readAnchors(settings.timeStampAnchors)),
  };
}
