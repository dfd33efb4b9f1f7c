import assert from 'node:assert/strict';
import {createPrivateKey, X509Certificate} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import type {Engine} from '@sealed-capture/seal/engine/engine.js';
import {readSeal} from '@sealed-capture/seal/engine/read-seal.js';
import {sealFurther} from '@sealed-capture/seal/writing/further-seal.js';
import {createSealer} from '../../src/certificates/sealer.js';
import {keySigner} from '../../src/signing/claim-signer.js';
import {certificateId, certificateParts} from '@sealed-capture/seal/revocation/certificate-id.js';
import {ocspRequest} from '../../src/revocation/ocsp-request.js';
import {makeAuthority, type TestAuthority} from '../../../seal/test/pki.js';
import {captureId, options, sealFile, startEngine} from '../../../seal/test/seal-file.js';
import {metadata, simplest} from '../../../seal/test/sources.js';
import {pem} from '../certificates/openssl-authority.js';
import {envelope, protectForm} from '../requests.js';
import {startFixture, temporaryFolder} from '../service-fixture.js';
import {signed, startResponder} from './openssl-responder.js';

const [{media, mediaType}] = simplest as [(typeof simplest)[number]];
const type = 'image/jpeg';

let responder: Awaited<ReturnType<typeof startResponder>>;
let camera: TestAuthority;
let engine: Engine;
/** Its own seal contains the OCSP answer that its certificate was revoked. */
let source: Uint8Array;

before(async () => {
  responder = await startResponder(await temporaryFolder());
  const read = (name: string) => readFileSync(join(responder.folder, name));
  const certificateChain = ['leaf.pem', 'issuer.pem'].map(
    (name) => new Uint8Array(new X509Certificate(read(name)).raw),
  );
  const [leaf = new Uint8Array(), issuer = new Uint8Array()] = certificateChain;
  const id = certificateId(certificateParts(leaf), certificateParts(issuer));
  const ocspAnswer = signed(responder.folder, Buffer.from(ocspRequest(id)), 'revoked');
  const signer = keySigner({certificateChain, privateKey: createPrivateKey(read('leaf.key'))});
  camera = await makeAuthority('Camera');
  engine = await startEngine(`${pem(responder.folder, 'root')}\n${camera.rootPem}`);
  const sealer = createSealer({signer, ocspAnswer});
  source = (await sealFile({media, mediaType}, sealer.signer)).sealed;
});
after(() => responder.close());

for (const isParentBroken of [false, true]) {
  it(`a seal over a file whose signer was revoked reports a broken ingredient (reported before: ${isParentBroken})`, async () => {
    assert.equal((await readSeal(engine, source, type)).labelState, 'invalid');
    const more = {...options, captureId, isParentBroken};
    const sealed = await sealFurther(engine, source, type, metadata, camera.signer, more);
    const {labelState, reason, checks} = await readSeal(engine, sealed, type);
    assert.equal(labelState, 'valid');
    assert.match(reason, /had a broken seal/);
    assert.ok(checks.some(({inIngredient, passed}) => inIngredient && !passed));
  });
}

it('the service refuses a file whose signer was revoked, and seals it on request', async () => {
  const service = await startFixture({trustAnchors: join(responder.folder, 'root.pem')});
  const protect = async (file: Uint8Array, parent?: string) => {
    const {payload, headers} = await protectForm(file, type, {}, undefined, parent);
    return service.post('/protect', payload, headers);
  };
  try {
    const refused = await protect(source);
    assert.equal(refused.statusCode, 422, refused.body.slice(0, 300));
    assert.match(refused.json<Problem>().detail ?? '', /does not hold: .* keep-broken/);
    let file = source;
    // This includes the case in which the new seal is itself an earlier one.
    for (const parent of ['keep-broken', undefined]) {
      const answer = await protect(file, parent);
      assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
      file = answer.rawPayload;
      const inspected = await service.post('/inspect', envelope(file));
      const {labelState, reason} = inspected.json<InspectionResult>();
      assert.equal(labelState, 'valid', reason);
      assert.match(reason, /but the file that it was made from had a broken seal\.$/);
    }
  } finally {
    await service.close();
  }
});
