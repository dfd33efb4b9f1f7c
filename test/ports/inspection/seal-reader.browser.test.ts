import {expect} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {WorkerSealReader} from '../../../src/ports/inspection/seal-reader.js';

const never = new AbortController().signal;

/** The file sealed by the service; an existing seal becomes the parent of the result. */
async function sealed(media: Blob): Promise<Blob> {
  const {baseUrl, apiKey} = await executeServerCommand<
    {baseUrl: string; apiKey: string},
    undefined
  >('sealing-service');
  const body = new FormData();
  body.append('media', media, 'photo.jpg');
  body.append('metadata', '{}');
  const captureId = crypto.randomUUID();
  const headers = {'x-api-key': apiKey, 'idempotency-key': captureId};
  const response = await fetch(`${baseUrl}/sandbox/protect`, {method: 'POST', headers, body});
  expect(response.status, await response.clone().text()).to.equal(200);
  return response.blob();
}

async function sha256(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'none',
    (error: {code?: unknown}) => error.code,
  );

describe('the seal reader worker', () => {
  const reader = new WorkerSealReader();
  let unsealed: Blob;
  let once: Blob;
  let twice: Blob;

  before(async function () {
    this.timeout(30_000);
    const media = await fetch(new URL('../../../seal/test/media/small.jpg', import.meta.url));
    unsealed = new Blob([await media.arrayBuffer()], {type: 'image/jpeg'});
    once = await sealed(unsealed);
    twice = await sealed(once);
  });

  it('returns the signer of a file, and that the data were not changed since', async () => {
    const facts = await reader.facts(once, never);
    expect(facts.sha256).to.equal(await sha256(once));
    expect(facts.mediaType).to.equal('image/jpeg');
    expect(facts.seal?.isAsSigned).to.equal(true);
    expect(facts.seal?.actions.map(({name}) => name)).to.deep.equal(['c2pa.opened']);
    const [leaf, issuing] = facts.seal?.certificates ?? [];
    expect(leaf?.keyAlgorithm).to.equal('ECDSA P-256');
    expect(leaf?.issuer).to.equal(issuing?.subject);
    expect(facts.seal?.timestampToken).to.be.instanceOf(Uint8Array);
    const [file, ...others] = facts.seal?.ingredients ?? [];
    expect(others).to.deep.equal([]);
    expect([file?.relationship, file?.hasSeal]).to.deep.equal(['parentOf', undefined]);
  });

  it('returns the ingredients of a file, and their signers', async () => {
    const {seal} = await reader.facts(twice, never);
    expect(seal?.isAsSigned).to.equal(true);
    const [parent, ...others] = seal?.ingredients ?? [];
    expect(others).to.deep.equal([]);
    expect([parent?.relationship, parent?.hasSeal]).to.deep.equal(['parentOf', true]);
    expect(parent?.failures).to.deep.equal([]);
    expect(seal?.certificates[0]?.subject).to.contain(parent?.signedBy ?? 'nobody');
  });

  it('finds no seal if there is none, or only a fragment', async () => {
    expect(await reader.facts(unsealed, never)).to.deep.equal({
      sha256: await sha256(unsealed),
      mediaType: 'image/jpeg',
      seal: undefined,
    });
    const cut = await reader.facts(once.slice(0, 4_000), never);
    expect(cut.seal).to.equal(undefined);
    expect((await reader.facts(new Blob([]), never)).mediaType).to.equal(undefined);
  });

  it('builds an evidence package of a file under its own name', async () => {
    const file = new File([once], 'harbour wall.jpg', {type: 'image/jpeg'});
    const texts = [{name: 'result.json', text: '{"labelValid": true}'}];
    const zip = await reader.evidence(file, texts, never);
    expect(zip.type).to.equal('application/zip');
    const text = new TextDecoder('latin1').decode(await zip.arrayBuffer());
    expect(text.slice(0, 4)).to.equal('PK\u0003\u0004');
    for (const name of ['harbour wall.jpg', 'result.json', 'verify.sh', 'seal/claim.cbor']) {
      // Once before the file and once in the directory.
      expect(text.split(name).length, name).to.be.greaterThan(2);
    }
    const media = new TextDecoder('latin1').decode(await once.arrayBuffer());
    expect(text.includes(media), 'the file as it is').to.equal(true);
  });

  it('stops when it is aborted', async () => {
    const given = new AbortController();
    const reading = reader.facts(once, given.signal);
    given.abort();
    expect(await codeOf(reading)).to.equal('aborted');
    expect(await codeOf(reader.evidence(once, [], given.signal))).to.equal('aborted');
  });

  it('reports if no worker can be started', async () => {
    const blocked = new WorkerSealReader(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(await codeOf(blocked.facts(once, never))).to.equal('worker_unavailable');
  });
});
