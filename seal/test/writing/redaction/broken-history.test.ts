import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {encode as encodeUnsorted} from 'cborg';
import {type Engine} from '../../../src/engine/engine.js';
import {readSeal} from '../../../src/engine/read-seal.js';
import {storeOf} from '../../../src/own-reader/files/embedded-store.js';
import {withoutUnvouchedFindings} from '../../../src/writing/redaction/broken-history.js';
import {sealFurther} from '../../../src/writing/further-seal.js';
import {SealDoesNotHold} from '../../../src/writing/new-seal.js';
import {redactSeal} from '../../../src/writing/redaction/redact-seal.js';
import {box, cborAssertion, superbox} from '../../foreign-store.js';
import {makeAuthority, type TestAuthority} from '../../pki.js';
import {captureId, options as manifestOptions, sealFile, startEngine} from '../../seal-file.js';
import {metadata, simplest} from '../../sources.js';
import {
  changed,
  forged,
  labelledAs,
  manifestsOf,
  partOf,
  recording,
  withManifests,
  type Surgical,
} from '../../updates/surgery.js';

const DEVICE = 'org.sealed-capture.device';
const options = {...manifestOptions, captureId};
const OVER_BROKEN = {...options, isParentBroken: true};

describe('A new seal over a file whose history was replaced', () => {
  let camera: TestAuthority;
  let stranger: TestAuthority;
  let engine: Engine;
  before(async () => {
    camera = await makeAuthority('Camera');
    stranger = await makeAuthority('Stranger');
    engine = await startEngine(camera.rootPem);
  });

  for (const {name, media, mediaType} of simplest.slice(0, 2)) {
    const type = mediaType as Surgical;
    const seal = (file: Uint8Array, more = options) =>
      sealFurther(engine, file, type, metadata, camera.signer, more);

    /** A file that was sealed twice and then redacted, and what an attacker without the keys can make of it. */
    async function materials() {
      const {sealed} = await sealFile({media, mediaType}, camera.signer, {metadata: {}});
      const again = await seal(sealed);
      const request = {sections: ['place'] as const};
      const redacted = await redactSeal(engine, again, type, request, camera.signer, options);
      const theirs = (await sealFile({media, mediaType}, stranger.signer)).sealed;
      const [first, told, update] = manifestsOf(redacted);
      const [, whole] = manifestsOf(again);
      const [foreign] = manifestsOf(theirs);
      assert.ok(first && told && update && whole && foreign);
      return {again, redacted, first, told, update, whole, foreign};
    }

    /** Replaces the first seal and records findings, so that the engine treats them as known. */
    const hiding = (first: Uint8Array, findings: Parameters<typeof recording>[0] = []) =>
      forged(
        {
          label: partOf(first).label,
          assertions: [cborAssertion('c2pa.ingredient.v3', recording(findings))],
        },
        stranger.signer,
      );

    it(`reports that the seal below was broken, whatever replaces it (${name})`, async () => {
      const {again, redacted, first, told, update, whole, foreign} = await materials();
      const signature = partOf(partOf(foreign).children[2]!);
      const another = changed(told, {
        assertions: (all) =>
          all.map((one) =>
            one.label === DEVICE
              ? {
                  ...one,
                  children: [box('json', Buffer.from(JSON.stringify({device: {model: 'Forged'}})))],
                }
              : one,
          ),
      });
      const under = (...manifests: Uint8Array[]) => withManifests(redacted, type, manifests);
      const url = `self#jumbf=/c2pa/${partOf(told).label}/c2pa.assertions/${DEVICE}`;
      const mismatch = ['ingredient.manifest.mismatch', `self#jumbf=/c2pa/${partOf(first).label}`];
      const files: [what: string, file: Uint8Array][] = [
        [
          'a seal that records what is wrong',
          withManifests(again, type, [await hiding(first, [mismatch as [string, string]]), whole]),
        ],
        ['the seal of a stranger', withManifests(again, type, [labelledAs(foreign, first), whole])],
        ['the same below an update', under(await hiding(first), told, update)],
        [
          'one that hides another device',
          under(await hiding(first, [['assertion.hashedURI.mismatch', url]]), another, update),
        ],
        [
          'another signature below an update',
          under(first, changed(told, {parts: ([x, y]) => [x!, y!, signature]}), update),
        ],
      ];
      for (const [what, file] of files) {
        assert.equal((await readSeal(engine, file, type)).labelState, 'invalid', what);
        const {labelState, reason, checks} = await readSeal(
          engine,
          await seal(file, OVER_BROKEN),
          type,
        );
        assert.equal(labelState, 'valid', what);
        assert.match(reason, /^Nothing has changed since .* had a broken seal\.$/, what);
        const failed = checks.filter(({passed, inIngredient}) => inIngredient && !passed);
        assert.ok(
          failed.some(({code}) => /(manifest|claimSignature|hashedURI)\.mismatch$/.test(code)),
          `${what}: ${failed.map(({code}) => code).join()}`,
        );
      }
    });

    it(`is not made if it would not report that (${name})`, async () => {
      const {again} = await materials();
      await assert.rejects(seal(again, OVER_BROKEN), (error: Error) => {
        assert.ok(error instanceof SealDoesNotHold);
        return error.message === 'The new seal would not say that the earlier one is broken.';
      });
    });

    it(`changes nothing in a history that the signers confirm, nor the length of any other (${name})`, async () => {
      const {redacted, first, told, update} = await materials();
      assert.deepEqual(await withoutUnvouchedFindings(redacted, type), redacted);
      const forgery = withManifests(redacted, type, [await hiding(first), told, update]);
      const file = await withoutUnvouchedFindings(forgery, type);
      assert.equal(file.length, forgery.length);
      const [, sameTold, sameUpdate] = manifestsOf(file);
      assert.deepEqual([sameTold, sameUpdate], [told, update]);
      const cut = forgery.subarray(0, forgery.length - media.length - 40);
      assert.deepEqual(await withoutUnvouchedFindings(cut, type), cut);
    });

    it(`overwrites only names of fields, not the same words in values (${name})`, async () => {
      const {redacted, first, told, update} = await materials();
      const words = 'Validation of roof damage.jpg, activeManifest, validationResults';
      const others = [
        'validationNotes',
        'ValidationStatus',
        'active_manifest',
        'validation_results',
      ];
      const ingredient = new Map<unknown, unknown>([
        ['dc:title', words],
        ['nested', [{validationStatus: words}]],
        [['validationResults'], words],
        ...others.map((field) => [field, 1] as const),
        ...Object.entries(recording([])),
      ]);
      const {label} = partOf(first);
      const content = box('cbor', encodeUnsorted(ingredient, {mapSorter: undefined}));
      const assertion = {
        label: 'c2pa.ingredient.v3',
        box: superbox('cbor', 'c2pa.ingredient.v3', [content]),
      };
      const forgery = await forged({label, assertions: [assertion]}, stranger.signer);
      const file = withManifests(redacted, type, [forgery, told, update]);
      const changed = await withoutUnvouchedFindings(file, type);
      const [expected, found] = [file, changed].map((one) => Buffer.from(storeOf(one)!.bytes));
      // The field comes after the list that is a key.
      const at = expected!.indexOf('validationResults', expected!.indexOf('validation_results'));
      expected!.write('unvouched'.padEnd('validationResults'.length, '_'), at);
      assert.ok(found!.equals(expected!));
    });

    it(`does not touch fields with similar names, which the engine does not read as findings (${name})`, async () => {
      const {redacted, first, told, update} = await materials();
      const {label} = partOf(first);
      const known = {code: 'ingredient.manifest.mismatch', url: `self#jumbf=/c2pa/${label}`};
      const results = {activeManifest: {success: [], informational: [], failure: [known]}};
      const ingredient = {
        relationship: 'componentOf',
        validationNotes: results,
        ValidationResults: results,
        validation_results: results,
        validation_status: [known],
      };
      const assertions = [cborAssertion('c2pa.ingredient.v3', ingredient)];
      const forgery = await forged({label, assertions}, stranger.signer);
      const file = withManifests(redacted, type, [forgery, told, update]);
      assert.deepEqual(await withoutUnvouchedFindings(file, type), file);
      const {labelState, checks} = await readSeal(engine, file, type);
      assert.equal(labelState, 'invalid');
      assert.ok(checks.some(({code, inIngredient}) => code === known.code && inIngredient));
      const {labelState: stateAfter, reason} = await readSeal(
        engine,
        await seal(file, OVER_BROKEN),
        type,
      );
      assert.equal(stateAfter, 'valid');
      assert.match(reason, /had a broken seal\.$/);
    });
  }
});
