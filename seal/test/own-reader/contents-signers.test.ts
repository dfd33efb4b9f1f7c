import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {type SealContents} from '../../src/model/inspection/seal-contents.js';
import {factsOf} from '../../src/own-reader/files/file-facts.js';
import {
  cborAssertion,
  inPng,
  linkTo,
  manifest,
  manifestLink,
  store,
  type Draft,
} from '../foreign-store.js';
import {makeAuthority, sameKeyAs, type TestAuthority} from '../pki.js';

const X5CHAIN = 33;

async function sealOf(file: Uint8Array<ArrayBuffer>): Promise<SealContents> {
  const {seal} = await factsOf(file, crypto.subtle);
  assert.ok(seal, 'a seal was found');
  return seal;
}

describe('the signer', () => {
  let authority: TestAuthority;
  let chain: readonly Uint8Array[];
  /** A certificate with the signer's key and another name, which the signer never had. */
  let forged: Uint8Array;

  before(async () => {
    authority = await makeAuthority();
    chain = authority.signer.certificateChain;
    forged = await sameKeyAs(chain[0] ?? new Uint8Array(0), 'CN=Reuters');
  });

  const sealedUnder = async (headers: Draft['headers']): Promise<SealContents> => {
    const draft = {label: 'urn:c2pa:one', assertions: [], headers};
    return sealOf(inPng(store(await manifest(draft, authority.withoutTime))));
  };
  const subjects = ({certificates}: SealContents) =>
    certificates.map(({subject}) => /CN=([^,]+)/.exec(subject)?.[1]);

  it('is read from a chain in the protected header, by its number or its name', async () => {
    for (const label of [X5CHAIN, 'x5chain']) {
      const seal = await sealedUnder({signed: [[label, chain]], unsigned: []});
      assert.deepEqual([seal.isAsSigned, subjects(seal)], [true, ['Test Seal', 'Test Issuing CA']]);
    }
  });

  it('is read from a chain that no signature covers, as in C2PA 1', async () => {
    const seal = await sealedUnder({signed: [], unsigned: [['x5chain', chain]]});
    assert.deepEqual([seal.isAsSigned, subjects(seal)], [true, ['Test Seal', 'Test Issuing CA']]);
  });

  it('is not read from certificates that others added after a leaf that no signature covers', async () => {
    const longer = [...chain, forged];
    const unsigned = await sealedUnder({signed: [], unsigned: [['x5chain', longer]]});
    assert.deepEqual(subjects(unsigned), ['Test Seal', 'Test Issuing CA']);
    const [leaf] = chain;
    const swapped = await sealedUnder({signed: [], unsigned: [['x5chain', [leaf, forged]]]});
    assert.deepEqual(subjects(swapped), ['Test Seal']);
    const signed = await sealedUnder({signed: [[X5CHAIN, longer]], unsigned: []});
    assert.equal(signed.certificates.length, 3);
  });

  it('is not read from a header number that the engine does not read', async () => {
    const seal = await sealedUnder({signed: [], unsigned: [[X5CHAIN, [forged]]]});
    assert.deepEqual([seal.isAsSigned, seal.certificates], [false, []]);
  });

  it('is undefined if there are several chains, so that none can be added in front', async () => {
    const forgeries: Draft['headers'][] = [
      {signed: [[X5CHAIN, chain]], unsigned: [[X5CHAIN, [forged]]]},
      {signed: [[X5CHAIN, chain]], unsigned: [['x5chain', [forged]]]},
      {
        signed: [
          [X5CHAIN, chain],
          ['x5chain', [forged]],
        ],
        unsigned: [],
      },
      {
        signed: [],
        unsigned: [
          ['x5chain', chain],
          [X5CHAIN, [forged]],
        ],
      },
    ];
    for (const headers of forgeries) {
      const seal = await sealedUnder(headers);
      assert.deepEqual([seal.isAsSigned, seal.certificates], [false, []]);
    }
  });

  it('is undefined if the leaf is damaged, rather than the next certificate', async () => {
    const damaged = [new Uint8Array(9), chain[1]];
    const seal = await sealedUnder({signed: [[X5CHAIN, damaged]], unsigned: []});
    assert.deepEqual([seal.isAsSigned, seal.certificates], [false, []]);
  });

  it('is not read for an ingredient whose hash does not cover its signature', async () => {
    const parent = await manifest({label: 'urn:c2pa:parent', assertions: []}, authority.signer);
    const signedBy = async (link: object, stored = parent) => {
      const fields = {'dc:title': 'parent.jpg', relationship: 'parentOf', c2pa_manifest: link};
      const assertions = [cborAssertion('c2pa.ingredient', fields)];
      const child = await manifest({label: 'urn:c2pa:child', assertions}, authority.signer);
      return (await sealOf(inPng(store(stored, child)))).ingredients[0]?.signedBy;
    };
    assert.equal(await signedBy(manifestLink('urn:c2pa:parent', parent)), 'Test Seal');
    // Their claims are the same, so a hash of the claim matches both.
    const stranger = await makeAuthority('Reuters');
    const again = await manifest({label: 'urn:c2pa:parent', assertions: []}, stranger.signer);
    const type = Buffer.from(parent).lastIndexOf('cbor', Buffer.from(parent).lastIndexOf('c2cs'));
    const size = Buffer.from(parent).readUInt32BE(type - 4);
    const claim = linkTo(
      parent.subarray(type - 4, type - 4 + size),
      'self#jumbf=/c2pa/urn:c2pa:parent',
    );
    assert.equal(await signedBy(claim), undefined);
    assert.equal(await signedBy(claim, again), undefined);
  });
});
