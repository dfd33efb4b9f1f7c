import {join} from 'node:path';
import type {TrustAnchors} from '@sealed-capture/seal/model/inspection/trust-anchors.js';
import {certificatesIn, readAnchors, type OwnAnchors} from '../trust/anchor-files.js';
import {readIfPresent, readText} from '../files/private-files.js';
import type {Settings} from '../settings/settings.js';
import {trustOf} from '../trust/trust-in-use.js';
import {TrustLists, type ListLog} from '../trust/trust-lists.js';

/** PEM files that replace the usual roots and lists. */
export interface GivenLists {
  signers?: string;
  timeStamps?: string;
}

/**
 * The trust anchors of the service's sandbox together with the roots of both environments; or the given files only.
 * It makes no roots on a machine without a service. `log` is told of lists that are old or damaged.
 *
 * @throws {SettingsError} naming the file that is missing, unreadable or without a certificate
 */
export async function inspectionTrust(
  settings: Settings,
  given: GivenLists,
  log: ListLog,
): Promise<TrustAnchors> {
  const usual = await usualTrust(settings, log);
  const {official, interim, products, names} = usual;
  const signers = given.signers === undefined ? undefined : await readAnchors(given.signers);
  const timeStamps =
    given.timeStamps === undefined ? undefined : await readAnchors(given.timeStamps);
  return {
    signers: signers === undefined ? usual.signers : signers.pem,
    timeStamps: timeStamps === undefined ? usual.timeStamps : timeStamps.pem,
    names: {...names, ...timeStamps?.names, ...signers?.names},
    ...(official && {
      official: {
        ...official,
        ...(signers !== undefined && {signers: ''}),
        ...(timeStamps !== undefined && {timeStamps: ''}),
      },
    }),
    ...(products && {products}),
    // The interim list is about signers only.
    ...(interim && signers === undefined && {interim}),
  };
}

async function usualTrust(settings: Settings, log: ListLog): Promise<TrustAnchors> {
  const {dataFolder} = settings;
  // Read first: an unreadable folder is then reported once, and not for each list.
  const own = await ownRoots(settings);
  const lists = await TrustLists.open({dataFolder, log, onChange: () => undefined});
  lists.close();
  return trustOf(own, lists, settings.trustLists.sandbox);
}

/** Roots count for signers and for time, as the sandbox's does. */
async function ownRoots(settings: Settings): Promise<OwnAnchors> {
  const paths = [
    join(settings.dataFolder, 'sandbox', 'root.pem'),
    join(settings.liveFolder, 'trust.pem'),
  ];
  const texts = await Promise.all(paths.map((path) => readIfPresent(path, readText)));
  const roots = texts.filter((text) => text !== undefined);
  const signers = await readAnchors(settings.trustAnchors);
  const timeStamps = await readAnchors(settings.timeStampAnchors);
  return {
    signers: certificatesIn(...roots, signers.pem),
    timeStamps: certificatesIn(...roots, timeStamps.pem),
    names: {...timeStamps.names, ...signers.names},
  };
}
