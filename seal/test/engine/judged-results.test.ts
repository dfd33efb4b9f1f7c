import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {type InspectionResult} from '../../src/model/inspection/inspection-result.js';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal, resultOfReading} from '../../src/engine/read-seal.js';
import {readTrusting, type Reading} from '../../src/engine/reading.js';
import {judgeStore, trustNow, type JudgedStore} from '../../src/engine/judged/store.js';
import {type Fault} from '../../src/trust/certificate-rules.js';
import {type Signer} from '../../src/writing/signer.js';
import {signWithEngine} from '../engine-signing.js';
import {manifest, store as storeOf, superbox} from '../foreign-store.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {sealFile, startTrusting} from '../seal-file.js';
import {simplest} from '../sources.js';

const DAY_MS = 86_400_000;
const {media, mediaType} = simplest[0]!;

/** A further seal above that of the file, as another program makes it. */
const sealAgain = (engine: Engine, file: Uint8Array, signer: Signer) =>
  signWithEngine(
    engine,
    file,
    mediaType,
    signer,
    JSON.stringify({
      claim_generator_info: [{name: 'other', version: '1'}],
      format: mediaType,
    }),
  );

const codes = ({checks}: InspectionResult, isInIngredient: boolean) =>
  checks
    .filter(({inIngredient}) => (inIngredient ?? false) === isInIngredient)
    .map(({code, passed}) => `${passed ? '+' : '-'}${code}`);

describe('trust that the engine finds in a file', () => {
  let known: TestAuthority;
  let nobody: TestAuthority;
  let engine: Engine;

  before(async () => {
    [known, nobody] = [await makeAuthority('Known'), await makeAuthority('Nobody')];
    engine = await startTrusting({signers: known.rootPem, timeStamps: known.rootPem});
  });

  /** An expired signer's seal with this time stamp, above an honest seal whose time stamp is trusted. */
  async function readAbove(
    expired: TestAuthority,
    clock: (imprint: Uint8Array, at: Date) => Promise<Uint8Array>,
  ): Promise<InspectionResult> {
    const both = await startTrusting({
      signers: known.rootPem + expired.rootPem,
      timeStamps: known.rootPem,
    });
    const then = new Date(Date.now() - 15 * DAY_MS);
    const {sealed} = await sealFile({media, mediaType}, known.signer);
    const timestamp = (imprint: Uint8Array) => clock(imprint, then);
    const again = await sealAgain(both, sealed, {...expired.withoutTime, timestamp});
    return readSeal(both, again, mediaType);
  }

  it('does not reach from a trusted time stamp to one of another authority, or of one that had no right', async () => {
    const expired = await makeAuthority('Old', {notBefore: -20, notAfter: -10});
    for (const clock of [nobody.stamp, expired.stamp, known.laxStamp]) {
      const result = await readAbove(expired, clock);
      assert.equal(result.labelState, 'invalid', result.reason);
      assert.equal(result.signature?.timestamp, undefined);
    }
    assert.equal((await readAbove(expired, known.stamp)).labelState, 'valid');
  });

  it('stays with each time stamp of a file in which another is of an unknown authority', async () => {
    const {sealed} = await sealFile({media, mediaType}, nobody.signer);
    const again = await sealAgain(engine, sealed, known.signer);
    const result = await readSeal(engine, again, mediaType);
    assert.ok(result.signature?.timestamp);
    assert.ok(codes(result, false).includes('+timeStamp.trusted'));
    assert.ok(!codes(result, true).includes('+timeStamp.trusted'));
  });

  it('is not lost because somebody put the certificate of an honest signer into another seal', async () => {
    const [leaf] = known.withoutTime.certificateChain;
    // Without the certificates above it, so that it leads nowhere there.
    const borrowed: Signer = {...nobody.withoutTime, certificateChain: [leaf!]};
    const {sealed} = await sealFile({media, mediaType}, borrowed);
    const again = await sealAgain(engine, sealed, known.signer);
    const result = await readSeal(engine, again, mediaType);
    assert.equal(result.labelState, 'valid', result.reason);
    assert.ok(!codes(result, true).includes('+signingCredential.trusted'));
  });

  it('is not denied to a signer who cannot be judged here', async () => {
    const read = async (file: Uint8Array, fault: Fault) => {
      const reading = await readTrusting(trustNow(engine.trust, Date.now()), file, mediaType);
      return resultOfReading(engine, refusing(reading, fault));
    };
    /** Such a reading as by a platform that lacks an algorithm of the signer's chain. */
    const refusing = (reading: Reading, fault: Fault): Reading => {
      const judged = reading.judged as JudgedStore;
      const manifests = [...judged.manifests].map(
        ([label, one]) =>
          [
            label,
            one.signer.name === 'trusted'
              ? one
              : {...one, signer: {name: 'untrusted', fault} as const},
          ] as const,
      );
      return {...reading, judged: {...judged, manifests: new Map(manifests)}};
    };
    const {sealed} = await sealFile({media, mediaType}, nobody.signer);
    assert.equal((await read(sealed, 'unknown issuer')).labelState, 'untrusted');
    const result = await read(sealed, 'unsupported');
    assert.equal(result.labelState, 'unchecked');
    assert.match(result.reason, /could not be checked here/);
    assert.ok(!codes(result, false).includes('-signingCredential.untrusted'));
    const changed = Uint8Array.from(sealed);
    changed[changed.length - 3]! ^= 1;
    assert.equal((await read(changed, 'unsupported')).labelState, 'invalid');
    const ofKnown = await sealFile({media, mediaType}, known.signer);
    assert.equal((await read(ofKnown.sealed, 'unsupported')).labelState, 'valid');
  });

  it('is not assumed for the time stamps of a store of which a manifest cannot be read', async () => {
    const one = await manifest({label: 'urn:c2pa:one', assertions: []}, known.signer);
    const unread = superbox('c2ma', 'urn:c2pa:other', []);
    const areTrusted = async (...manifests: Uint8Array[]) => {
      const store = storeOf(...manifests);
      const {engine: told} = await judgeStore(store, trustNow(engine.trust, Date.now()));
      return told.areStampsTrusted;
    };
    assert.equal(await areTrusted(one), true);
    assert.equal(await areTrusted(unread, one), false);
    assert.equal(await areTrusted(one, unread), false);
  });

  it('is not denied to a manifest of a form that the engine alone reads: that is not checked', async () => {
    const {sealed} = await sealFile({media, mediaType}, known.signer);
    const at = Buffer.from(sealed).indexOf('c2ma');
    const other = Uint8Array.from(sealed);
    other.set(Buffer.from('c2md'), at);
    for (const by of [known.rootPem, nobody.rootPem]) {
      const reader = await startTrusting({signers: by, timeStamps: by});
      const {labelState, reason, signature} = await readSeal(reader, other, mediaType);
      assert.equal(labelState, 'unchecked');
      assert.match(reason, /could not be read, so nothing could be checked/);
      assert.equal(signature?.trustList, undefined);
    }
  });
});
