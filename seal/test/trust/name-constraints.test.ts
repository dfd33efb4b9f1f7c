import 'reflect-metadata';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  Name as AsnName,
  NameConstraints,
  id_ce_nameConstraints,
} from '@peculiar/asn1-x509';
import {AsnConvert} from '@peculiar/asn1-schema';
import * as x509 from '@peculiar/x509';
import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {permits} from '../../src/trust/name-constraints.js';
import {make, type Made, type Wish} from './chain-maker.js';
import {judged} from './judged-path.js';

function constraints(given: {permitted?: GeneralName[]; excluded?: GeneralName[]}) {
  const subtrees = (names: GeneralName[] | undefined) =>
    names && new GeneralSubtrees(names.map((base) => new GeneralSubtree({base})));
  const value = new NameConstraints({
    permittedSubtrees: subtrees(given.permitted),
    excludedSubtrees: subtrees(given.excluded),
  });
  return new x509.Extension(id_ce_nameConstraints, true, AsnConvert.serialize(value));
}
const mail = (rfc822Name: string) => new GeneralName({rfc822Name});
const mailbox = (address: string) =>
  new x509.SubjectAlternativeNameExtension([{type: 'email', value: address}]);

const name = (text: string) =>
  new GeneralName({
    directoryName: AsnConvert.parse(new x509.Name(text).toArrayBuffer(), AsnName),
  });
const host = (dNSName: string) => new GeneralName({dNSName});
const broken = 'name constraints';

describe('the names that an authority may issue', () => {
  let root: Made;
  const leafBy = (by: Made, wish: Partial<Wish> = {}) =>
    make({name: 'CN=Leaf,O=Maker', by, usage: 'signer', ...wish});
  const authorityBy = (by: Made, wish: Partial<Wish> = {}) =>
    make({name: 'CN=Issuing,O=Maker', by, pathLength: 0, ...wish});
  /** A leaf below an authority with these constraints. */
  const below = async (given: Parameters<typeof constraints>[0], wish: Partial<Wish> = {}) => {
    const by = await authorityBy(root, {extensions: [constraints(given)]});
    return judged([await leafBy(by, wish), by], [root]);
  };

  before(async () => {
    root = await make({name: 'CN=Root,O=Maker', pathLength: 3});
  });

  it('are kept for mailboxes, subjects and addresses', async () => {
    const of = async (given: Parameters<typeof constraints>[0], address?: string) => {
      const by = await authorityBy(root, {extensions: [constraints(given)]});
      const leaf = await leafBy(by, {extensions: address ? [mailbox(address)] : []});
      return judged([leaf, by], [root]);
    };
    assert.equal(await of({permitted: [mail('maker.example')]}, 'a@maker.example'), 'trusted');
    assert.equal(await of({permitted: [mail('maker.example')]}), 'trusted');
    assert.equal(await of({permitted: [mail('maker.example')]}, 'a@evil.example'), broken);
    assert.equal(await of({permitted: [mail('maker.example')]}, 'a@x.maker.example'), broken);
    assert.equal(await of({permitted: [mail('.maker.example')]}, 'a@x.maker.example'), 'trusted');
    assert.equal(await of({excluded: [mail('maker.example')]}, 'a@maker.example'), broken);
    assert.equal(await of({permitted: [name('O=Maker')]}), broken);
    assert.equal(await of({permitted: [name('CN=Leaf')]}), 'trusted');
    assert.equal(await of({excluded: [name('CN=leaf')]}), broken);
    const byMail = async (subject: string) => {
      const by = await authorityBy(root, {
        extensions: [constraints({permitted: [mail('maker.example')]})],
      });
      return judged([await leafBy(by, {name: subject}), by], [root]);
    };
    assert.equal(await byMail('CN=Leaf,E=a@maker.example'), 'trusted');
    assert.equal(await byMail('CN=Leaf,E=a@evil.example'), broken);
    const uri = new GeneralName({uniformResourceIdentifier: 'maker.example'});
    assert.equal(await of({permitted: [uri]}, 'a@maker.example'), 'trusted');
  });

  it('are kept for hosts, with all below a domain', async () => {
    const of = (base: string, value: string) =>
      below(
        {permitted: [host(base)]},
        {extensions: [new x509.SubjectAlternativeNameExtension([{type: 'dns', value}])]},
      );
    assert.equal(await of('maker.example', 'maker.example'), 'trusted');
    assert.equal(await of('maker.example', 'A.Maker.example'), 'trusted');
    assert.equal(await of('.maker.example', 'a.maker.example'), 'trusted');
    assert.equal(await of('', 'other.example'), 'trusted');
    assert.equal(await of('maker.example', 'othermaker.example'), broken);
    assert.equal(await of('a.maker.example', 'maker.example'), broken);
  });

  it('are kept for a single mailbox', async () => {
    const of = (address: string) =>
      below({permitted: [mail('a@maker.example')]}, {extensions: [mailbox(address)]});
    assert.equal(await of('A@maker.example'), 'trusted');
    assert.equal(await of('b@maker.example'), broken);
  });

  it('are compared without regard to case, spaces and the order within a part', async () => {
    const of = (base: string, subject: string) => below({permitted: [name(base)]}, {name: subject});
    assert.equal(await of('O=Maker Ltd', 'O=MAKER   ltd,CN=Leaf'), 'trusted');
    assert.equal(await of('O=Maker+C=GB', 'C=GB+O=Maker,CN=Leaf'), 'trusted');
    assert.equal(await of('O=Maker,CN=Leaf,OU=More', 'O=Maker,CN=Leaf'), broken);
    // 2.5.4.3 is CN.
    const forged = 'O=Maker\\+2.5.4.3\\=a';
    assert.equal(await of('CN=a+O=Maker', 'CN=a+O=Maker'), 'trusted');
    assert.equal(await of('CN=a+O=Maker', forged), broken);
  });

  it('of a kind that cannot be compared are refused', async () => {
    const uri = (text: string) => new GeneralName({uniformResourceIdentifier: text});
    const extensions = [
      new x509.SubjectAlternativeNameExtension([{type: 'url', value: 'https://maker.example/'}]),
    ];
    assert.equal(await below({permitted: [uri('maker.example')]}, {extensions}), broken);
    assert.equal(await below({excluded: [uri('other.example')]}, {extensions}), broken);
    assert.equal(await below({permitted: [uri('maker.example')]}), 'trusted');
  });

  it('count for every certificate below, except an authority that issued itself', async () => {
    const given = [constraints({excluded: [name('CN=Same')]})];
    const between = async (above: string) => {
      const first = await authorityBy(root, {name: above, pathLength: 2, extensions: given});
      const second = await authorityBy(first, {name: 'CN=Same', pathLength: 1});
      return judged([await leafBy(second), second, first], [root]);
    };
    assert.equal(await between('CN=Other'), broken);
    assert.equal(await between('CN=Same'), 'trusted');
  });

  it('count for a certificate without a subject by its other names', async () => {
    const of = (address: string) =>
      below({permitted: [mail('maker.example')]}, {name: '', extensions: [mailbox(address)]});
    assert.equal(await of('a@maker.example'), 'trusted');
    assert.equal(await of('a@evil.example'), broken);
    assert.equal(await below({permitted: [name('O=Maker')]}, {name: ''}), 'trusted');
  });

  it('are stated by an authority that has such an extension', async () => {
    assert.equal(await below({}), 'unknown issuer');
  });

  it('are few, or else refused', () => {
    const names = (count: number) =>
      Array.from({length: count}, () => ({kind: 'dNSName', value: 'maker.example'}));
    const compared = (count: number, permitted: number, excluded: number) => {
      const others = names(excluded).map((one) => ({...one, value: 'other.example'}));
      return permits({permitted: names(permitted), excluded: others}, names(count));
    };
    assert.equal(compared(100, 100, 0), true);
    assert.equal(compared(100, 50, 50), true);
    assert.equal(compared(101, 100, 0), false);
    assert.equal(compared(100, 50, 51), false);
  });
});
