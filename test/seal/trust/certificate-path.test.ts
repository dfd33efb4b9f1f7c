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
import {AnchorSet, anchorsIn} from '../../../src/seal/trust/anchors.js';
import {findPath, verifierFor} from '../../../src/seal/trust/certificate-path.js';
import {uses} from '../../../src/seal/trust/certificate-rules.js';
import {judgeChain} from '../../../src/seal/trust/judge.js';
import {make, type Made, type Wish} from './chain-maker.js';

const DAY = 86_400_000;
const RSA = {name: 'RSASSA-PKCS1-v1_5', publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256'};

/** "trusted", or why not. */
async function judged(
  chain: readonly Made[],
  roots: readonly Made[],
  {use = 'signer', time = Date.now()}: {use?: keyof typeof uses; time?: number} = {},
): Promise<string> {
  const anchors = new AnchorSet(anchorsIn(roots.map(({pem}) => pem).join('')));
  const request = {
    chain: chain.map(({der}) => der),
    use: uses[use],
    time,
    anchors,
    verifier: verifierFor(crypto.subtle),
  };
  const found = await findPath(request);
  return found.name === 'trusted' ? found.name : found.fault;
}

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

describe('the path of a certificate', () => {
  let root: Made;
  let issuing: Made;
  const leafBy = (by: Made, wish: Partial<Wish> = {}) =>
    make({name: 'CN=Leaf,O=Maker', by, usage: 'signer', ...wish});
  const authorityBy = (by: Made, wish: Partial<Wish> = {}) =>
    make({name: 'CN=Issuing,O=Maker', by, pathLength: 0, ...wish});

  before(async () => {
    root = await make({name: 'CN=Root,O=Maker', pathLength: 2});
    issuing = await authorityBy(root);
  });

  it('leads to an anchor through the authorities that it carries, in any order', async () => {
    const leaf = await leafBy(issuing);
    assert.equal(await judged([leaf, issuing], [root]), 'trusted');
    const other = await make({name: 'CN=Other', pathLength: 0});
    assert.equal(await judged([leaf, other, root, issuing], [root]), 'trusted');
    assert.equal(await judged([leaf, issuing], [issuing]), 'trusted');
    assert.equal(await judged([leaf], [root]), 'unknown issuer');
    assert.equal(await judged([leaf, issuing], [other]), 'unknown issuer');
    assert.equal(await judged([], [root]), 'damaged');
  });

  it('is valid as a whole at the time in question, the anchor included', async () => {
    const leaf = await leafBy(issuing, {from: -10, to: 10});
    const at = (days: number) => judged([leaf, issuing], [root], {time: Date.now() + days * DAY});
    assert.deepEqual(
      [await at(-11), await at(-9), await at(9), await at(11)],
      ['outside validity', 'trusted', 'trusted', 'outside validity'],
    );
    const early = await authorityBy(root, {from: -300, to: -5});
    assert.equal(await judged([await leafBy(early), early], [root]), 'outside validity');
    const old = await make({
      name: 'CN=Root,O=Maker',
      keys: root.keys,
      pathLength: 2,
      from: -9,
      to: -1,
    });
    assert.equal(await judged([await leafBy(issuing), issuing], [old]), 'outside validity');
    const future = await leafBy(issuing, {from: 5});
    assert.equal(await judged([future, issuing], [root]), 'outside validity');
  });

  it('ends in a certificate for the use, which is no authority', async () => {
    const of = async (wish: Partial<Wish>, use?: keyof typeof uses) =>
      judged([await leafBy(issuing, wish), issuing], [root], {use});
    assert.equal(await of({usage: 'tls'}), 'wrong use');
    assert.equal(await of({usage: undefined}), 'wrong use');
    assert.equal(await of({usage: 'timeStamp'}), 'wrong use');
    assert.equal(await of({usage: 'timeStamp'}, 'timeStamp'), 'trusted');
    assert.equal(await of({}, 'timeStamp'), 'wrong use');
    assert.equal(await of({}, 'ocsp'), 'wrong use');
    assert.equal(await of({pathLength: 0}), 'wrong use');
    assert.equal(await of({keyUsage: x509.KeyUsageFlags.keyAgreement}), 'wrong use');
  });

  it('is made of authorities alone, within their lengths and usages', async () => {
    const unmarked = await authorityBy(root, {isMarked: false});
    assert.equal(await judged([await leafBy(unmarked), unmarked], [root]), 'no authority');
    const leaf = await leafBy(issuing);
    const below = await leafBy(leaf);
    assert.equal(await judged([below, leaf, issuing], [root]), 'no authority');
    const second = await authorityBy(issuing, {name: 'CN=Second'});
    assert.equal(await judged([await leafBy(second), second, issuing], [root]), 'no authority');
    const noSign = await authorityBy(root, {keyUsage: x509.KeyUsageFlags.cRLSign});
    assert.equal(await judged([await leafBy(noSign), noSign], [root]), 'no authority');
    const ofTls = await authorityBy(root, {usage: 'tls'});
    const clock = await leafBy(ofTls, {usage: 'timeStamp'});
    assert.equal(await judged([clock, ofTls], [root], {use: 'timeStamp'}), 'no authority');
    assert.equal(await judged([await leafBy(ofTls), ofTls], [root]), 'trusted');
  });

  it('does not count an authority that issued itself against a length', async () => {
    const first = await authorityBy(root, {name: 'CN=Same', pathLength: 0});
    const again = await authorityBy(first, {name: 'CN=Same', pathLength: 0});
    assert.equal(await judged([await leafBy(again), again, first], [root]), 'trusted');
  });

  it('keeps the names that an authority may issue', async () => {
    const of = async (given: Parameters<typeof constraints>[0], address?: string) => {
      const by = await authorityBy(root, {extensions: [constraints(given)]});
      const leaf = await leafBy(by, {extensions: address ? [mailbox(address)] : []});
      return judged([leaf, by], [root]);
    };
    const name = (text: string) =>
      new GeneralName({
        directoryName: AsnConvert.parse(new x509.Name(text).toArrayBuffer(), AsnName),
      });
    assert.equal(await of({permitted: [mail('maker.example')]}, 'a@maker.example'), 'trusted');
    assert.equal(await of({permitted: [mail('maker.example')]}), 'trusted');
    const broken = 'name constraints';
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

  it('is not shown by a name alone: another key under the same name, or a leaf that is its own anchor', async () => {
    const impostor = await make({name: root.name, pathLength: 2});
    assert.equal(await judged([await leafBy(issuing), issuing], [impostor]), 'unknown issuer');
    assert.equal(await judged([await leafBy(issuing), issuing], [impostor, root]), 'trusted');
    const own = await make({name: 'CN=Leaf,O=Maker', usage: 'signer'});
    assert.notEqual(await judged([own], [own]), 'trusted');
    const leaf = await leafBy(issuing);
    assert.equal(await judged([leaf, issuing], [leaf]), 'unknown issuer');
    const clock = await leafBy(issuing, {usage: 'timeStamp'});
    assert.equal(await judged([clock, issuing], [clock], {use: 'timeStamp'}), 'trusted');
  });

  it('may go through a cross-signed authority, and never in a circle', async () => {
    const [one, other] = [
      await make({name: 'CN=One', pathLength: 3}),
      await make({name: 'CN=Other', pathLength: 3}),
    ];
    const crossed = await make({name: one.name, keys: one.keys, by: other, pathLength: 1});
    const back = await make({name: other.name, keys: other.keys, by: one, pathLength: 1});
    const by = await authorityBy(one, {name: 'CN=By'});
    const chain = [await leafBy(by), by, crossed, back, one, other];
    assert.equal(await judged(chain, [other]), 'trusted');
    assert.equal(await judged(chain, [one]), 'trusted');
    assert.notEqual(await judged(chain, [root]), 'trusted');
  });

  it('has keys and algorithms that C2PA allows', async () => {
    const of = async (wish: Partial<Wish>) =>
      judged([await leafBy(issuing, wish), issuing], [root]);
    assert.equal(await of({algorithm: {...RSA, modulusLength: 1024}}), 'weak');
    assert.equal(await of({algorithm: {...RSA, modulusLength: 2048}}), 'trusted');
    assert.equal(await of({algorithm: {name: 'ECDSA', namedCurve: 'P-521'}}), 'trusted');
    assert.equal(await of({algorithm: {name: 'Ed25519'}}), 'trusted');
    assert.equal(await of({hash: 'SHA-1'}), 'weak');
    for (const algorithm of [
      {name: 'ECDSA', namedCurve: 'P-521'},
      {name: 'Ed25519'},
      {...RSA, modulusLength: 2048},
      {...RSA, name: 'RSA-PSS', modulusLength: 2048},
    ] as const) {
      const by = await authorityBy(root, {algorithm});
      assert.equal(await judged([await leafBy(by), by], [root]), 'trusted', algorithm.name);
    }
  });

  it('has no extension that is critical and unknown, and none twice', async () => {
    const of = async (...extensions: x509.Extension[]) =>
      judged([await leafBy(issuing, {extensions}), issuing], [root]);
    const unknown = (isCritical: boolean) =>
      new x509.Extension('1.3.6.1.4.1.55555.1', isCritical, Uint8Array.of(5, 0));
    assert.equal(await of(unknown(true)), 'unknown extension');
    assert.equal(await of(unknown(false)), 'trusted');
    assert.equal(await of(unknown(false), unknown(false)), 'damaged');
  });

  it('is found or not in bounded time, however large or long a hostile chain is', async () => {
    const huge = await leafBy(issuing, {
      extensions: [new x509.Extension('1.3.6.1.4.1.55555.1', false, new Uint8Array(1 << 20))],
    });
    assert.equal(await judged([huge, issuing], [root]), 'damaged');
    const many: Made[] = [];
    for (let n = 0; n < 50; n++) {
      many.push(await make({name: 'CN=Many', by: many.at(-1) ?? root, pathLength: 60}));
    }
    const start = performance.now();
    const by = many.at(-1)!;
    assert.notEqual(await judged([await leafBy(by), ...many.toReversed()], [root]), 'trusted');
    const all = Promise.all(
      Array.from({length: 20}, () => make({name: 'CN=Loop', pathLength: 60})),
    );
    const loop = await all;
    assert.notEqual(await judged([await leafBy(loop[0]!), ...loop], [root]), 'trusted');
    assert.ok(performance.now() - start < 5_000);
  });

  it('compares few names, however many a hostile chain has', async () => {
    const many = Array.from({length: 2000}, (_, n) => `n${n}.example`);
    const excluded = many.map((dNSName) => new GeneralName({dNSName: `x.${dNSName}`}));
    const names = new x509.SubjectAlternativeNameExtension(
      many.slice(0, 1000).map((value) => ({type: 'dns' as const, value})),
    );
    const by = await authorityBy(root, {
      extensions: [constraints({excluded: excluded.slice(0, 1000)})],
    });
    const leaf = await leafBy(by, {extensions: [names]});
    const start = performance.now();
    assert.equal(await judged([leaf, by], [root]), 'name constraints');
    assert.ok(performance.now() - start < 1_000);
  });

  it('is not found with too little effort, which is not remembered', async () => {
    const chain = [(await leafBy(issuing)).der, issuing.der];
    const trust = {signers: new AnchorSet(anchorsIn(root.pem)), timeStamps: new AnchorSet([])};
    const by = async (left: number) => {
      const verifier = {subtle: crypto.subtle, left};
      const found = await judgeChain(chain, 'signer', Date.now(), trust, verifier);
      return found.name === 'trusted' ? found.name : found.fault;
    };
    assert.equal(await by(0), 'too much');
    assert.equal(await by(3), 'too much');
    assert.equal(await by(100), 'trusted');
  });

  it('may end in an old root that signed itself with SHA-1, which nobody relies on', async () => {
    const old = await make({name: 'CN=Old Root', pathLength: 2, hash: 'SHA-1'});
    const by = await authorityBy(old);
    assert.equal(await judged([await leafBy(by), by], [old]), 'trusted');
  });

  it('is remembered for as long as its answer cannot change', async () => {
    const leaf = await leafBy(issuing, {from: -10, to: 10});
    const chain = [leaf.der, issuing.der];
    const trust = {signers: new AnchorSet(anchorsIn(root.pem)), timeStamps: new AnchorSet([])};
    let verified = 0;
    const counting = new Proxy(crypto.subtle, {
      get(target, name: keyof SubtleCrypto) {
        if (name === 'verify') verified++;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const at = async (days: number, use: keyof typeof uses = 'signer') =>
      (await judgeChain(chain, use, Date.now() + days * DAY, trust, verifierFor(counting))).name;
    assert.equal(await at(0), 'trusted');
    const first = verified;
    assert.ok(first > 0);
    assert.equal(await at(5), 'trusted');
    assert.equal(verified, first);
    assert.equal(await at(11), 'untrusted');
    assert.equal(await at(0, 'timeStamp'), 'untrusted');
    assert.equal(await at(0), 'trusted');
    const others = {...trust, signers: new AnchorSet([])};
    const elsewhere = await judgeChain(chain, 'signer', Date.now(), others, verifierFor(counting));
    assert.equal(elsewhere.name, 'untrusted');
  });
});
