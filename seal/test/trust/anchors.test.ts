import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {anchorsIn, AnchorSet, readTrust} from '../../src/trust/anchors.js';

const DAY = 86_400_000;
const algorithm = {name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256'};
x509.cryptoProvider.set(crypto);

const rootOf = async (keys: CryptoKeyPair, from: number, to: number): Promise<string> => {
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Root',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() + from * DAY),
    notAfter: new Date(Date.now() + to * DAY),
  });
  return `${made.toString('pem')}\n`;
};
const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

describe('A set of trust anchors', () => {
  it('keeps every certificate of a root that was renewed with the same key, each once', async () => {
    const keys = await newKeys();
    const [first, renewed] = [await rootOf(keys, -800, -30), await rootOf(keys, -60, 300)];
    const anchors = anchorsIn(first + renewed + first);
    const set = new AnchorSet(anchors);
    const kept = set.named(anchors[0]!.subject).map(({pem}) => pem);
    assert.deepEqual(
      kept,
      anchors.slice(0, 2).map(({pem}) => pem),
    );
  });

  it('assigns a renewed root to the list that contains it first', async () => {
    const keys = await newKeys();
    const [first, renewed] = [await rootOf(keys, -800, -30), await rootOf(keys, -60, 300)];
    const other = await rootOf(await newKeys(), -60, 300);
    const {signers} = readTrust({
      official: {signers: first, timeStamps: ''},
      signers: renewed + other,
      timeStamps: '',
    });
    const lists = signers.named(anchorsIn(first)[0]!.subject).map(({list}) => list);
    assert.deepEqual(lists, ['official', 'official', 'own']);
  });
});
