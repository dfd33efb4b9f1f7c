import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {type FileFacts, type SealContents} from '../../src/model/inspection/seal-contents.js';
import {concat, utf8} from '../../src/encoding/bytes.js';
import {factsOf} from '../../src/own-reader/files/file-facts.js';
import {sha256} from '../pki.js';
import {
  assertionLink,
  box,
  cborAssertion,
  inBmff,
  inPng,
  inWav,
  linkTo,
  manifest,
  manifestLink,
  pictureAssertion,
  store,
  superbox,
  type Assertion,
  type Draft,
} from '../foreign-store.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {sealFile} from '../seal-file.js';
import {jpeg, mp3, png, webp} from '../sources.js';

const {subtle} = crypto;
const facts = (file: Uint8Array): Promise<FileFacts> => factsOf(Uint8Array.from(file), subtle);

async function sealOf(file: Uint8Array): Promise<SealContents> {
  const {seal} = await facts(file);
  assert.ok(seal, 'a seal was found');
  return seal;
}

const actions = cborAssertion('c2pa.actions.v2', {
  actions: [
    {
      action: 'c2pa.created',
      when: '2026-11-21T08:00:00Z',
      softwareAgent: {name: 'New Camera', version: '2.0'},
      digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
    },
    {action: 'c2pa.cropped', softwareAgent: 'Old Editor'},
  ],
});
const picture = pictureAssertion('c2pa.thumbnail.ingredient');

/** Replaces the first occurrence of these bytes with others of the same length. */
function replaced(file: Uint8Array, old: Uint8Array, by: Uint8Array): Uint8Array {
  assert.equal(old.length, by.length);
  const at = Buffer.from(file).indexOf(old);
  assert.ok(at >= 0, 'it is there');
  const changed = Uint8Array.from(file);
  changed.set(by, at);
  return changed;
}

describe('the contents of a seal', () => {
  let authority: TestAuthority;
  let other: TestAuthority;

  before(async () => {
    [authority, other] = [await makeAuthority(), await makeAuthority('Other')];
  });

  /** A file whose only manifest has these assertions. */
  const sealedWith = async (...assertions: Assertion[]): Promise<Uint8Array> =>
    inPng(store(await manifest({label: 'urn:c2pa:one', assertions}, authority.signer)));

  const draft = (label: string, assertions: Assertion[], more: Partial<Draft> = {}) =>
    manifest({label, assertions, ...more}, authority.signer);

  describe('made by us', () => {
    const sources = {
      'image/jpeg': jpeg,
      'image/png': png,
      'image/webp': webp,
      'audio/mpeg': mp3,
    } as const;

    for (const [mediaType, media] of Object.entries(sources)) {
      it(`are read from ${mediaType}, as signed`, async () => {
        const source = {media, mediaType: mediaType as keyof typeof sources};
        // Large enough for several segments of a JPEG.
        const {sealed} = await sealFile(source, authority.signer, {manifestSize: 160_000});
        const told = await facts(sealed);
        assert.equal(told.sha256, Buffer.from(sha256(sealed)).toString('hex'));
        assert.equal(told.mediaType, mediaType);
        assert.equal(told.seal?.isAsSigned, true);
        assert.equal(told.seal.claimGenerator, 'sealed-capture test');
        assert.deepEqual(
          told.seal.actions.map(({name, digitalSourceType}) => [name, digitalSourceType]),
          [['c2pa.created', 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture']],
        );
        const [leaf, issuing, ...others] = told.seal.certificates;
        assert.equal(leaf?.subject, 'C=GB,O=Example Org,CN=Test Seal');
        assert.equal(leaf.issuer, issuing?.subject);
        assert.equal(leaf.keyAlgorithm, 'ECDSA P-256');
        assert.equal(leaf.pem.trim(), authority.leafPem.trim());
        assert.deepEqual(others, []);
        assert.ok(told.seal.timestampToken && told.seal.timestampToken.length > 500);
      });
    }
  });

  describe('attitude', () => {
    const held = {magnetometer: {heading: 123.5}, orientation: {roll: 1.5, pitch: 88, yaw: 20}};
    const source = {media: jpeg, mediaType: 'image/jpeg'} as const;
    const sealed = async (options: Parameters<typeof sealFile>[2]) =>
      (await sealFile(source, authority.signer, options)).sealed;

    it('is read as it was sealed, whoever measured it', async () => {
      const expected = {heading: 123.5, roll: 1.5, pitch: 88};
      const own = await sealOf(await sealed({metadata: held}));
      assert.deepEqual(own.attitude, expected);
      const gathered = ['magnetometer', 'orientation'] as const;
      const byPage = await sealOf(await sealed({metadata: held, gathered: [...gathered]}));
      assert.deepEqual(byPage.attitude, expected);
    });

    it('is absent where none was sealed, and where it was changed since', async () => {
      const none = {orientation: {unavailableReason: 'not_supported'}} as const;
      assert.equal((await sealOf(await sealed({metadata: none}))).attitude, undefined);
      const changed = replaced(await sealed({metadata: held}), utf8('123.5'), utf8('321.5'));
      const told = await sealOf(changed);
      assert.equal(told.attitude, undefined);
    });
  });

  describe('made by other programs', () => {
    for (const [name, file] of Object.entries({
      AVIF: (seal: Uint8Array) => inBmff(seal, 'avif'),
      'M4A whose box has a large size': (seal: Uint8Array) => inBmff(seal, 'M4A ', 'large'),
      'MP4 whose last box has no size': (seal: Uint8Array) => inBmff(seal, 'isom', 'to the end'),
      WAV: inWav,
    })) {
      it(`are read from ${name}`, async () => {
        const seal = await sealOf(file(store(await draft('urn:c2pa:one', [actions]))));
        assert.equal(seal.label, 'urn:c2pa:one');
        assert.equal(seal.isAsSigned, true);
      });
    }

    it('are not read from a box with another purpose', async () => {
      const whole = store(await draft('urn:c2pa:one', [actions]));
      assert.equal((await facts(inBmff(whole, 'avif', 'small', 'merkle'))).seal, undefined);
    });

    for (const hashes of ['sha256', 'sha384', 'sha512'] as const) {
      for (const version of [1, 2] as const) {
        it(`are read from a claim of version ${version} with ${hashes}`, async () => {
          const seal = await sealOf(
            inPng(store(await draft('urn:c2pa:one', [actions], {version, hashes}))),
          );
          assert.equal(seal.isAsSigned, true);
          assert.equal(seal.claimGenerator, version === 1 ? 'Old Camera/1.0' : 'New Camera 2.0');
          assert.deepEqual(seal.actions, [
            {
              name: 'c2pa.created',
              when: '2026-11-21T08:00:00Z',
              software: 'New Camera 2.0',
              digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
            },
            {
              name: 'c2pa.cropped',
              when: undefined,
              software: 'Old Editor',
              digitalSourceType: undefined,
            },
          ]);
        });
      }
    }

    it('are read from salted boxes, and with URLs that contain the manifest’s label', async () => {
      const salted = cborAssertion(
        'c2pa.actions',
        {actions: [{action: 'c2pa.edited'}]},
        {salt: 16},
      );
      const seal = await sealOf(
        inPng(store(await draft('urn:c2pa:one', [salted], {isAbsolute: true}))),
      );
      assert.deepEqual([seal.isAsSigned, seal.actions[0]?.name], [true, 'c2pa.edited']);
    });

    it('are those of the last manifest', async () => {
      const first = await draft('urn:c2pa:first', []);
      const last = await draft('urn:c2pa:last', [actions]);
      assert.equal((await sealOf(inPng(store(first, last)))).label, 'urn:c2pa:last');
    });
  });

  describe('about ingredients', () => {
    const ingredient = (fields: object, label = 'c2pa.ingredient.v3') =>
      cborAssertion(label, {relationship: 'parentOf', ...fields});

    it('are a tree through the manifests of the store, with pictures and signers', async () => {
      const oldest = pictureAssertion('c2pa.thumbnail.claim');
      const grandparent = await manifest(
        {label: 'urn:c2pa:grandparent', assertions: [oldest]},
        other.signer,
      );
      const parent = await draft('urn:c2pa:parent', [
        ingredient(
          {
            'dc:title': 'grandparent.jpg',
            activeManifest: manifestLink('urn:c2pa:grandparent', grandparent, 'sha512'),
          },
          'c2pa.ingredient.v3',
        ),
      ]);
      const seal = await sealOf(
        inPng(
          store(
            grandparent,
            parent,
            await draft('urn:c2pa:child', [
              actions,
              picture,
              ingredient(
                {
                  'dc:title': 'parent.jpg',
                  'dc:format': 'image/jpeg',
                  c2pa_manifest: manifestLink('urn:c2pa:parent', parent),
                  thumbnail: assertionLink(picture),
                },
                'c2pa.ingredient.v2__3',
              ),
              ingredient({'dc:title': 'sky.png', relationship: 'componentOf'}, 'c2pa.ingredient'),
            ]),
          ),
        ),
      );
      assert.equal(seal.isAsSigned, true);
      const [first, second, ...more] = seal.ingredients;
      assert.deepEqual(
        [first?.title, first?.mediaType, first?.relationship, first?.signedBy],
        ['parent.jpg', 'image/jpeg', 'parentOf', 'Test Seal'],
      );
      assert.deepEqual(new Uint8Array((await first?.thumbnail?.arrayBuffer()) ?? []), jpeg);
      const [deeper] = first?.ingredients ?? [];
      assert.deepEqual([deeper?.title, deeper?.signedBy], ['grandparent.jpg', 'Other Seal']);
      assert.equal(deeper?.thumbnail?.type, 'image/jpeg');
      assert.deepEqual([second?.title, second?.relationship], ['sky.png', 'componentOf']);
      assert.deepEqual(more, []);
    });

    it('include what failed when an ingredient was added, in each version', async () => {
      const seal = await sealOf(
        await sealedWith(
          ingredient({
            validationResults: {
              activeManifest: {
                success: [{code: 'claimSignature.validated'}],
                failure: [{code: 'assertion.dataHash.mismatch'}],
              },
              ingredientDeltas: [{validationDeltas: {failure: [{code: 'claim.missing'}]}}],
            },
          }),
          ingredient(
            {
              validationStatus: [
                {code: 'signingCredential.untrusted'},
                {code: 'timeStamp.trusted'},
                {code: 'assertion.inaccessible'},
              ],
            },
            'c2pa.ingredient',
          ),
        ),
      );
      assert.deepEqual(
        seal.ingredients.map(({failures}) => failures),
        [
          ['assertion.dataHash.mismatch', 'claim.missing'],
          ['signingCredential.untrusted', 'assertion.inaccessible'],
        ],
      );
    });

    it('include no picture that could run or load something, or whose type is wrong', async () => {
      for (const content of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', '%PDF-1.7']) {
        const bad = pictureAssertion('c2pa.thumbnail.ingredient', utf8(content));
        const [told] = (
          await sealOf(await sealedWith(bad, ingredient({thumbnail: assertionLink(bad)})))
        ).ingredients;
        assert.equal(told?.thumbnail, undefined);
      }
    });

    it('include nothing from a manifest that is not the one that was added', async () => {
      const parent = await draft('urn:c2pa:parent', [pictureAssertion('c2pa.thumbnail.claim')]);
      const another = await manifest(
        {label: 'urn:c2pa:parent', assertions: [pictureAssertion('c2pa.thumbnail.claim')]},
        other.signer,
      );
      const child = await draft('urn:c2pa:child', [
        ingredient({'dc:title': 'p.jpg', activeManifest: manifestLink('urn:c2pa:parent', parent)}),
      ]);
      const [whole] = (await sealOf(inPng(store(parent, child)))).ingredients;
      assert.deepEqual([whole?.signedBy, whole?.thumbnail?.type], ['Test Seal', 'image/jpeg']);
      const [swapped] = (await sealOf(inPng(store(another, child)))).ingredients;
      assert.deepEqual(
        [swapped?.title, swapped?.signedBy, swapped?.thumbnail],
        ['p.jpg', undefined, undefined],
      );
    });

    it('include from a manifest that was shortened later what its signature still covers', async () => {
      const kept = pictureAssertion('c2pa.thumbnail.claim');
      const edited = cborAssertion('c2pa.ingredient.v3', {'dc:title': 'secret.jpg'});
      const parent = await draft('urn:c2pa:parent', [kept, edited]);
      // The signature's box is the last one; its type follows two headers.
      const signature = parent.subarray(Buffer.from(parent).lastIndexOf('c2cs') - 16);
      const child = await draft('urn:c2pa:child', [
        ingredient({
          activeManifest: manifestLink('urn:c2pa:parent', parent),
          claimSignature: linkTo(signature, 'self#jumbf=/c2pa/urn:c2pa:parent/c2pa.signature'),
        }),
      ]);
      const told = async (manifestOfParent: Uint8Array) =>
        (await sealOf(inPng(store(manifestOfParent, child)))).ingredients[0];
      assert.equal((await told(parent))?.ingredients[0]?.title, 'secret.jpg');
      const blackened = await told(replaced(parent, utf8('secret.jpg'), utf8('XXXXXXXXXX')));
      assert.deepEqual(
        [blackened?.signedBy, blackened?.thumbnail?.type, blackened?.ingredients],
        ['Test Seal', 'image/jpeg', []],
      );
    });

    it('do not follow a manifest without a hash, so that there are no cycles', async () => {
      const named = (label: string, target: string) =>
        draft(label, [
          ingredient({
            c2pa_manifest: {url: `self#jumbf=/c2pa/${target}`, hash: new Uint8Array(32)},
          }),
        ]);
      const circle = store(await named('urn:a', 'urn:b'), await named('urn:b', 'urn:a'));
      const {ingredients} = await sealOf(inPng(circle));
      assert.deepEqual(ingredients[0]?.ingredients, []);
    });

    it('end after two hundred if each manifest refers to the one before many times, and the rest is counted', async () => {
      const layers: Uint8Array[] = [await draft('urn:c2pa:0', [actions])];
      for (let layer = 1; layer <= 12; layer++) {
        const activeManifest = manifestLink(
          `urn:c2pa:${layer - 1}`,
          layers.at(-1) ?? new Uint8Array(0),
        );
        const many = Array.from({length: 8}, (_, i) =>
          ingredient({activeManifest}, `c2pa.ingredient.v3__${i + 1}`),
        );
        layers.push(await draft(`urn:c2pa:${layer}`, many));
      }
      const {ingredients, ingredientsLeftOut, isAsSigned} = await sealOf(inPng(store(...layers)));
      const count = (list: SealContents['ingredients']): number =>
        list.reduce((sum, one) => sum + 1 + count(one.ingredients), 0);
      assert.equal(count(ingredients), 200);
      // The file and each listed ingredient above the oldest layer refer to eight.
      const naming = (list: SealContents['ingredients'], depth = 1): number =>
        list.reduce(
          (sum, one) => sum + (depth < 12 ? 1 + naming(one.ingredients, depth + 1) : 0),
          0,
        );
      assert.equal(ingredientsLeftOut, 8 * (1 + naming(ingredients)) - 200);
      assert.equal(isAsSigned, true);
    });
  });

  describe('after a change', () => {
    it('are not as signed if an action was changed', async () => {
      const file = await sealedWith(actions);
      const changed = replaced(file, utf8('c2pa.cropped'), utf8('c2pa.resized'));
      const seal = await sealOf(changed);
      assert.deepEqual([seal.isAsSigned, seal.actions[1]?.name], [false, 'c2pa.resized']);
    });

    it('are not as signed if an ingredient was changed', async () => {
      const file = await sealedWith(
        cborAssertion('c2pa.ingredient.v3', {'dc:title': 'sea.jpg', relationship: 'parentOf'}),
      );
      const seal = await sealOf(replaced(file, utf8('sea.jpg'), utf8('sky.jpg')));
      assert.deepEqual([seal.isAsSigned, seal.ingredients[0]?.title], [false, 'sky.jpg']);
    });

    it('are not as signed if the claim was changed', async () => {
      const file = await sealedWith(actions);
      assert.equal((await sealOf(file)).isAsSigned, true);
      const changed = replaced(file, utf8('New Camera'), utf8('Old Camera'));
      // The first occurrence is the action's; the claim's follows it.
      const [, claimAt] = [file.indexOf(0), Buffer.from(file).lastIndexOf('New Camera')];
      const inClaim = Uint8Array.from(file);
      inClaim.set(utf8('Old Camera'), claimAt);
      assert.equal((await sealOf(inClaim)).isAsSigned, false);
      assert.equal((await sealOf(changed)).isAsSigned, false);
    });

    it('include no picture that differs from the signed one', async () => {
      const named = cborAssertion('c2pa.ingredient.v3', {
        relationship: 'parentOf',
        thumbnail: assertionLink(picture),
      });
      const file = await sealedWith(picture, named);
      assert.equal((await sealOf(file)).ingredients[0]?.thumbnail?.type, 'image/jpeg');
      const changed = Uint8Array.from(file);
      const at = Buffer.from(file).indexOf(jpeg) + jpeg.length - 40;
      changed[at] = (changed[at] ?? 0) ^ 1;
      const seal = await sealOf(changed);
      assert.equal(seal.isAsSigned, false);
      assert.equal(seal.ingredients[0]?.thumbnail, undefined);
    });

    it('include nothing that the claim does not list', async () => {
      const file = inPng(
        store(
          await draft('urn:c2pa:one', [actions], {
            unnamed: [cborAssertion('c2pa.ingredient.v3', {'dc:title': 'smuggled.jpg'})],
          }),
        ),
      );
      assert.deepEqual((await sealOf(file)).ingredients, []);
    });

    it('are undefined if a file has two seals, because either could be the one that was checked', async () => {
      const [one, two] = [
        store(await draft('urn:c2pa:one', [actions])),
        store(await manifest({label: 'urn:c2pa:two', assertions: [actions]}, other.signer)),
      ];
      assert.equal((await facts(inPng(one, two))).seal, undefined);
      const {sealed} = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, authority.signer);
      const {sealed: again} = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, other.signer);
      const segments = again.subarray(20, again.length - (jpeg.length - 20));
      const both = concat([sealed.subarray(0, 20), segments, sealed.subarray(20)]);
      assert.equal((await facts(both)).seal, undefined);
    });

    it('are undefined if two manifests or two assertions have the same label', async () => {
      const one = await draft('urn:c2pa:one', [actions]);
      assert.equal((await facts(inPng(store(one, one)))).seal, undefined);
      const twice = await draft('urn:c2pa:one', [actions], {unnamed: [actions]});
      assert.equal((await facts(inPng(store(twice)))).seal, undefined);
    });

    it('are never as signed if cryptography is not available', async () => {
      const file = Uint8Array.from(await sealedWith(actions));
      const {sha256: hash, seal} = await factsOf(file, undefined);
      assert.equal(hash, Buffer.from(sha256(file)).toString('hex'));
      assert.equal(seal?.isAsSigned, false);
      assert.equal(seal.certificates[0]?.pem.trim(), authority.leafPem.trim());
    });
  });

  describe('from a hostile file', () => {
    const deep = concat([new Uint8Array(200_000).fill(0x81), Uint8Array.of(0)]);
    const claims: Record<string, Uint8Array> = {
      'is nested deeper than any stack': deep,
      'says to hold four thousand million entries': Uint8Array.of(0x9a, 0xff, 0xff, 0xff, 0xff),
      'says to hold a text larger than memory': Uint8Array.of(0x7b, 0, 0xff, 0, 0, 0, 0, 0, 0),
      'is of tags alone': new Uint8Array(100_000).fill(0xc1),
      'is empty': new Uint8Array(0),
    };

    for (const [what, claim] of Object.entries(claims)) {
      it(`are undefined if the claim ${what}`, async () => {
        const cbor = [box('cbor', claim)];
        const whole = superbox('c2ma', 'urn:c2pa:one', [
          superbox('c2as', 'c2pa.assertions', []),
          superbox('c2cl', 'c2pa.claim.v2', cbor),
          superbox('c2cs', 'c2pa.signature', cbor),
        ]);
        assert.equal((await facts(inPng(store(whole)))).seal, undefined);
      });
    }

    it('are read once, and quickly, if a claim lists one large assertion repeatedly', async () => {
      const large = cborAssertion('c2pa.actions.v2', {
        actions: Array.from({length: 2_000}, () => ({action: 'c2pa.edited'.repeat(300)})),
      });
      const repeated = inPng(store(await draft('urn:c2pa:one', [large], {repeats: 2_000})));
      const started = performance.now();
      const seal = await sealOf(repeated);
      assert.ok(performance.now() - started < 5_000);
      assert.deepEqual([seal.actions.length, seal.actionsLeftOut], [200, 1_800]);
      assert.equal(seal.actions[0]?.name.length, 2000);
    });

    it('are limited for many assertions as for one, with the number of those left out', async () => {
      const many = Array.from({length: 30}, (_, i) =>
        cborAssertion(`c2pa.actions.v2__${i + 1}`, {
          actions: [{action: ''}, ...Array.from({length: 100}, () => ({action: 'c2pa.edited'}))],
        }),
      );
      const failure = Array.from({length: 25}, (_, i) => ({code: `${i}.${'x'.repeat(500)}`}));
      const added = Array.from({length: 230}, (_, i) =>
        cborAssertion(`c2pa.ingredient.v3__${i + 1}`, {
          'dc:title': `${i}.jpg`,
          validationResults: {activeManifest: {failure}},
        }),
      );
      const seal = await sealOf(await sealedWith(...many, ...added));
      assert.deepEqual([seal.actions.length, seal.actionsLeftOut], [200, 2_800]);
      assert.deepEqual([seal.ingredients.length, seal.ingredientsLeftOut], [200, 30]);
      const [first] = seal.ingredients;
      assert.deepEqual([first?.failures.length, first?.failuresLeftOut], [10, 15]);
      assert.equal(first?.failures[0]?.length, 100);
    });

    it('do not mention anything left out if they are complete', async () => {
      const seal = await sealOf(
        await sealedWith(actions, cborAssertion('c2pa.ingredient.v3', {'dc:title': 'a.jpg'})),
      );
      assert.deepEqual([seal.actionsLeftOut, seal.ingredientsLeftOut], [undefined, undefined]);
      assert.equal(seal.ingredients[0]?.failuresLeftOut, undefined);
    });

    it('are undefined if boxes contain only nested boxes', async () => {
      let nested = box('jumb', new Uint8Array(0));
      for (let depth = 0; depth < 2_000; depth++) nested = box('jumb', nested);
      assert.equal((await facts(inPng(nested))).seal, undefined);
      assert.equal((await facts(inPng(store(nested)))).seal, undefined);
      const empty = concat(Array.from({length: 50_000}, () => box('jumb')));
      assert.equal((await facts(inPng(store(empty)))).seal, undefined);
    });
  });
});
