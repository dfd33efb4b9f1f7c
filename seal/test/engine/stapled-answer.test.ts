import assert from 'node:assert/strict';
import {createPrivateKey, X509Certificate} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {InspectionResult} from '../../src/model/inspection/inspection-result.js';
import {certificateId, certificateParts} from '../../src/revocation/certificate-id.js';
import {ocspRequest} from '../../../service/src/revocation/ocsp-request.js';
import {SandboxResponder} from '../../../service/src/revocation/sandbox-responder.js';
import {sandboxCertificates} from '../../../service/src/certificates/certificates.js';
import {createSealer} from '../../../service/src/certificates/sealer.js';
import type {SigningIdentity} from '../../../service/src/certificates/signing-identity.js';
import {keySigner, type ClaimSigner} from '../../../service/src/signing/claim-signer.js';
import {readOcspAnswer} from '../../src/encoding/ocsp.js';
import {findingsOf} from '../../src/engine/findings.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {hasStatusAssertion, revocationOf} from '../../src/engine/revocation.js';
import {noOpenssl, pem} from '../../../service/test/certificates/openssl-authority.js';
import {
  signed,
  startResponder,
  type Manner,
  type OpensslResponder,
} from '../../../service/test/revocation/openssl-responder.js';
import {temporaryFolder} from '../../../service/test/service-fixture.js';
import {sealFile, startEngine} from '../seal-file.js';
import {simplest} from '../sources.js';

const DAY_MS = 86_400_000;
const [photo] = simplest;
const NOT_REVOKED = 'signingCredential.ocsp.notRevoked';

const requestFor = ([leaf, issuer]: readonly Uint8Array[]): Buffer =>
  Buffer.from(ocspRequest(certificateId(certificateParts(leaf!), certificateParts(issuer!))));

/** The inspection of a file whose seal contains this answer. */
async function inspect(
  signer: ClaimSigner,
  trust: string,
  ocspAnswer: Uint8Array | undefined,
  timeStamp?: SigningIdentity,
): Promise<InspectionResult> {
  const sealer = createSealer({signer, timeStamp, ocspAnswer});
  const {sealed} = await sealFile(photo!, sealer.signer);
  return readSeal(await startEngine(trust), sealed, photo!.mediaType);
}

const ocspChecks = ({checks}: InspectionResult) =>
  checks.filter(({code}) => /ocsp|revoked/i.test(code)).map(({code, passed}) => [code, passed]);

describe('An OCSP answer in a seal', {skip: noOpenssl}, () => {
  let responder: OpensslResponder;
  let signer: ClaimSigner;
  let trust: string;
  before(async () => {
    responder = await startResponder(await temporaryFolder());
    const read = (name: string) => readFileSync(join(responder.folder, name));
    const chain = ['leaf.pem', 'issuer.pem'].map((name) => new X509Certificate(read(name)).raw);
    signer = keySigner({
      certificateChain: chain.map((der) => new Uint8Array(der)),
      privateKey: createPrivateKey(read('leaf.key')),
    });
    trust = pem(responder.folder, 'root');
  });
  after(async () => {
    await responder.close();
    await rm(responder.folder, {recursive: true});
  });

  const inspectWith = (manner: Manner) =>
    inspect(signer, trust, signed(responder.folder, requestFor(signer.certificateChain), manner));

  it('shows since when it is known that the certificate was not revoked', async () => {
    const answer = signed(responder.folder, requestFor(signer.certificateChain), 'good');
    const result = await inspect(signer, trust, answer);
    assert.equal(result.labelState, 'valid', result.reason);
    const [statement] = readOcspAnswer(answer).statements;
    const {notRevokedAt} = result.signature ?? {};
    assert.equal(Date.parse(notRevokedAt ?? ''), statement?.thisUpdate);
    const check = result.checks.find(({code}) => code === NOT_REVOKED);
    assert.equal(check?.passed, true);
    const [day, minute] = notRevokedAt!.slice(0, 16).split('T');
    assert.equal(
      check.explanation,
      `The certificate of the signer was not revoked as of ${day}, ${minute} UTC.`,
    );
  });

  it('is not mentioned if there is none', async () => {
    const result = await inspect(signer, trust, undefined);
    assert.equal(result.labelState, 'valid');
    assert.equal(result.signature?.notRevokedAt, undefined);
    assert.deepEqual(ocspChecks(result), [['signingCredential.ocsp.skipped', true]]);
  });

  it('makes the seal broken if the certificate was revoked', async () => {
    const result = await inspectWith('revoked');
    assert.equal(result.labelState, 'invalid');
    assert.equal(result.reason, 'The certificate of the signer was revoked.');
    assert.equal(result.signature?.notRevokedAt, undefined);
  });

  for (const manner of ['unknown', 'lying', 'unauthorised', 'about another', 'garbage'] as const) {
    it(`never counts as not revoked if it is ${manner}`, async () => {
      const result =
        manner === 'garbage'
          ? await inspect(signer, trust, Buffer.from('3003020100', 'hex'))
          : await inspectWith(manner);
      assert.equal(result.signature?.notRevokedAt, undefined);
      assert.ok(!result.checks.some(({code}) => code === NOT_REVOKED));
    });
  }

  it('never counts as not revoked if it had expired', async () => {
    const folder = await temporaryFolder();
    const {identity, trust: root, authority} = await sandboxCertificates(folder, Date.now());
    const answerAt = async (time: number) => {
      const at = new SandboxResponder(
        () => authority,
        undefined,
        () => time,
      );
      return (await at.answer(requestFor(identity.signer.certificateChain))).der;
    };
    const past = await answerAt(Date.now() - 3 * DAY_MS);
    const fresh = await answerAt(Date.now());
    for (const timeStamp of [undefined, identity.timeStamp]) {
      const expired = await inspect(identity.signer, root, past, timeStamp);
      assert.equal(expired.signature?.notRevokedAt, undefined);
      assert.ok(!expired.checks.some(({code}) => code === NOT_REVOKED));
      const held = await inspect(identity.signer, root, fresh, timeStamp);
      assert.ok(held.checks.some(({code}) => code === NOT_REVOKED));
    }
    await rm(folder, {recursive: true});
  });
});

describe('The statement that a certificate was not revoked', () => {
  const findings = findingsOf({activeManifest: {success: [{code: NOT_REVOKED}]}});
  const answer = {isAuthorised: true, thisUpdate: Date.now(), until: Date.now() + DAY_MS};

  it('comes only from the answer of the seal itself', () => {
    assert.ok(revocationOf(findings, answer, undefined, Date.now()).notRevokedAt);
    for (const told of [
      revocationOf(findings, undefined, undefined, Date.now()),
      revocationOf(findings, answer, undefined, Date.now(), false),
      // Of another time than now.
      revocationOf(findings, answer, undefined, Date.now() + 2 * DAY_MS),
      revocationOf(findings, answer, undefined, Date.now() - DAY_MS),
      revocationOf(findings, {...answer, isAuthorised: false}, undefined, Date.now()),
    ]) {
      assert.equal(told.notRevokedAt, undefined);
      assert.ok(!told.findings.success.includes(NOT_REVOKED));
    }
  });

  it('does not come from an assertion of another manifest in the store', () => {
    const text = (value: string) => new TextEncoder().encode(value);
    assert.equal(hasStatusAssertion(text('cc2pa.certificate-status__1')), true);
    assert.equal(hasStatusAssertion(text('c2pa.certificate-statu c2pa.actions')), false);
  });
});
