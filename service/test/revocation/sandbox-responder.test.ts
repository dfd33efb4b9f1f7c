import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {randomBytes, X509Certificate} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {before, describe, it} from 'node:test';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import {readOcspAnswer} from '@sealed-capture/seal/encoding/ocsp.js';
import {certificateBlocks} from '../../src/certificates/signing-identity.js';
import {noOpenssl} from '../certificates/openssl-authority.js';
import {serviceOfSuite} from '../service-fixture.js';

const run = promisify(execFile);
const CONTENT_TYPE = 'application/ocsp-request';

describe('The sandbox’s OCSP responder', () => {
  const service = serviceOfSuite();
  let address: string;
  const file = (name: string) => join(service.folder, 'sandbox', name);
  before(async () => {
    await service.app.listen({port: 0, host: '127.0.0.1'});
    const {port} = service.app.server.address() as AddressInfo;
    address = `http://127.0.0.1:${port}/protection/sandbox/ocsp`;
    for (const name of ['signer', 'timestamp']) {
      const [leaf, issuer] = certificateBlocks(await readFile(file(`${name}.pem`), 'utf8'));
      await writeFile(file(`${name}-leaf.pem`), leaf!);
      await writeFile(file(`${name}-issuer.pem`), issuer!);
    }
  });

  /** Sends a request with openssl, which verifies the answer's signature, times and nonce. */
  const ask = async (issuer: string, ...about: string[]) => {
    const {stdout, stderr} = await run('openssl', [
      ...['ocsp', '-issuer', file(issuer), ...about, '-url', address],
      ...['-CAfile', file('root.pem'), '-resp_text'],
    ]);
    return stdout + stderr;
  };

  it('gives openssl the status good for the signer’s certificate', {skip: noOpenssl}, async () => {
    for (const digest of ['-sha1', '-sha256']) {
      const said = await ask('signer-issuer.pem', digest, '-cert', file('signer-leaf.pem'));
      assert.match(said, /Response verify OK/);
      assert.match(said, /signer-leaf\.pem: good/);
      assert.doesNotMatch(said, /WARNING/);
    }
  });

  it(
    'gives openssl the status of all other certificates of the sandbox',
    {skip: noOpenssl},
    async () => {
      for (const [issuer, leaf] of [
        ['timestamp-issuer.pem', 'timestamp-leaf.pem'],
        ['root.pem', 'signer-issuer.pem'],
        ['root.pem', 'timestamp-issuer.pem'],
      ] as const) {
        const said = await ask(issuer, '-cert', file(leaf));
        assert.match(said, /Response verify OK/);
        assert.ok(said.includes(`${leaf}: good`), said);
      }
    },
  );

  it(
    'gives the status unknown for a certificate that was never issued',
    {skip: noOpenssl},
    async () => {
      const said = await ask('signer-issuer.pem', '-serial', '0x4711');
      assert.match(said, /Response verify OK/);
      assert.match(said, /0x4711: unknown/);
    },
  );

  it('gives no status for the certificates of other authorities', {skip: noOpenssl}, async () => {
    await assert.rejects(
      ask('signer-leaf.pem', '-serial', '0x4711'),
      ({stdout}: {stdout?: string}) => /Responder Error: unauthorized/.test(stdout ?? ''),
    );
  });

  /** A request made with pkijs, which shares no code with the service. */
  const requestOf = async (nonce?: Buffer, encodes = true): Promise<Buffer> => {
    const parse = async (name: string) =>
      pkijs.Certificate.fromBER(new X509Certificate(await readFile(file(name))).raw);
    const request = new pkijs.OCSPRequest();
    await request.createForCertificate(await parse('signer-leaf.pem'), {
      hashAlgorithm: 'SHA-1',
      issuerCertificate: await parse('signer-issuer.pem'),
    });
    if (nonce) {
      const inner = new asn1js.OctetString({valueHex: nonce}).toBER(false);
      const extnValue = encodes ? inner : Uint8Array.from(nonce).buffer;
      const extension = new pkijs.Extension({extnID: '1.3.6.1.5.5.7.48.1.2', extnValue});
      request.tbsRequest.requestExtensions = [extension];
    }
    return Buffer.from(request.toSchema(true).toBER(false));
  };

  const post = (payload: Buffer, type = CONTENT_TYPE) =>
    service.app.inject({
      method: 'POST',
      url: '/protection/sandbox/ocsp',
      headers: {'content-type': type},
      payload,
    });

  it('repeats a nonce of up to 128 bytes, and refuses a longer one', async () => {
    for (const length of [1, 32, 128]) {
      const nonce = randomBytes(length);
      const {rawPayload, headers} = await post(await requestOf(nonce));
      const repeated = asn1js.fromBER(Buffer.from(readOcspAnswer(rawPayload).nonce!));
      assert.ok(repeated.result instanceof asn1js.OctetString);
      assert.deepEqual(Buffer.from(repeated.result.valueBlock.valueHexView), nonce);
      assert.equal(headers['cache-control'], 'no-store');
    }
    assert.equal(readOcspAnswer((await post(await requestOf())).rawPayload).nonce, undefined);
    for (const request of [
      await requestOf(randomBytes(129)),
      await requestOf(Buffer.alloc(0)),
      await requestOf(Buffer.from('ff', 'hex'), false),
    ]) {
      assert.equal((await post(request)).rawPayload.toString('hex'), '30030a0101');
    }
  });

  it('answers GET, too, with a cache lifetime up to the next update', async () => {
    const request = (await requestOf()).toString('base64');
    for (const path of [request, encodeURIComponent(request)]) {
      const response = await service.app.inject(`/protection/sandbox/ocsp/${path}`);
      assert.equal(response.headers['content-type'], 'application/ocsp-response');
      assert.match(String(response.headers['cache-control']), /max-age=\d+, public/);
      const answer = readOcspAnswer(response.rawPayload);
      assert.equal(answer.statements[0]?.status, 'good');
    }
    const none = await service.app.inject('/protection/sandbox/ocsp/');
    assert.equal(none.rawPayload.toString('hex'), '30030a0101');
  });

  it('answers every damaged request without a 500', async () => {
    const request = await requestOf(randomBytes(8));
    for (let at = 0; at < request.length; at++) {
      const changed = Buffer.from(request);
      changed[at] = changed[at]! ^ 0xff;
      assert.equal((await post(changed)).statusCode, 200, `byte ${at}`);
      assert.equal((await post(request.subarray(0, at))).statusCode, 200, `cut at ${at}`);
    }
    const bare = await service.app.inject({method: 'POST', url: '/protection/sandbox/ocsp'});
    assert.equal(bare.statusCode, 200);
    assert.equal((await post(request, 'application/json')).statusCode, 415);
    assert.equal((await post(Buffer.alloc(5000))).statusCode, 413);
  });

  it('is named in the certificates, with the issuers’ addresses, if the service’s address is known', async () => {
    for (const name of ['issuer', 'timestamp-issuer', 'root']) {
      const {rawPayload, statusCode} = await service.app.inject(
        `/protection/sandbox/authorities/${name}.cer`,
      );
      assert.equal(statusCode, 200);
      const pem = await readFile(file(`${name}.pem`));
      assert.ok(new X509Certificate(pem).raw.equals(rawPayload));
    }
    const missing = await service.app.inject('/protection/sandbox/authorities/__proto__.cer');
    assert.equal(missing.statusCode, 404);
    const live = await service.app.inject({method: 'POST', url: '/protection/ocsp'});
    assert.equal(live.statusCode, 404);
  });
});
