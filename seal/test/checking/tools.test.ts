import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {readManifest, readCbor} from '../../src/checking/read-manifest.js';
import {Tagged} from '../../src/encoding/cbor.js';
import {stampedBytes} from '../../src/encoding/cose-structures.js';
import {makeAuthority, sha256, type TestAuthority} from '../pki.js';
import {sealFile} from '../seal-file.js';
import {losslessWebp, simplest, sources} from '../sources.js';

/** False if this program is installed; otherwise the reason for skipping its test. */
const missing = (program: string, versionFlag: string): string | false =>
  spawnSync(program, [versionFlag]).error ? `${program} is not installed here.` : false;

const extensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'audio/mpeg': 'mp3',
} as const;

let folder: string;
let authority: TestAuthority;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sealed-capture-tools-'));
  authority = await makeAuthority();
});
after(() => rmSync(folder, {recursive: true, force: true}));

function save(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('ffmpeg', {skip: missing('ffmpeg', '-version')}, () => {
  const decode = (path: string): Buffer => {
    const raw = path.endsWith('.mp3') ? ['-f', 's16le'] : ['-f', 'rawvideo', '-pix_fmt', 'rgba'];
    return execFileSync('ffmpeg', ['-v', 'quiet', '-i', path, ...raw, '-'], {maxBuffer: 2 ** 26});
  };
  const lossless = {name: 'WebP: lossless', mediaType: 'image/webp', media: losslessWebp} as const;

  it('decodes the same pixels and samples with and without the seal', async () => {
    for (const source of [...sources, lossless]) {
      const extension = extensions[source.mediaType];
      for (const manifestSize of [8_192, 200_000]) {
        const {sealed} = await sealFile(source, authority.signer, {manifestSize});
        const plain = decode(save(`plain.${extension}`, source.media));
        assert.ok(plain.length > 1_000, source.name);
        assert.ok(decode(save(`sealed.${extension}`, sealed)).equals(plain), source.name);
      }
    }
  });
});

describe('exiftool', {skip: missing('exiftool', '-ver')}, () => {
  const list = (path: string) =>
    execFileSync('exiftool', ['-G1', '-a', '-s', path], {encoding: 'utf8'});

  it('lists the boxes and their content, and reports no error for any file', async () => {
    for (const source of simplest) {
      const {sealed} = await sealFile(source, authority.signer);
      const listed = list(save(`listed.${extensions[source.mediaType]}`, sealed));
      assert.doesNotMatch(listed, /\b(Warning|Error)\b/, source.name);
      // exiftool does not read manifests in WebP and MP3.
      if (source.mediaType !== 'image/jpeg' && source.mediaType !== 'image/png') continue;
      const labels = ['c2pa.actions.v2', 'org.sealed-capture.capture', 'c2pa.claim.v2'];
      for (const text of [...labels, 'c2pa.created']) {
        assert.ok(listed.includes(text), `${source.name}: ${text}`);
      }
    }
  });
});

describe('openssl', {skip: missing('openssl', 'version')}, () => {
  const openssl = (...args: string[]): string => {
    const {status, stdout, stderr} = spawnSync('openssl', args, {encoding: 'utf8'});
    assert.equal(status, 0, stderr);
    return stdout + stderr;
  };

  it('verifies the certificate chain', () => {
    const root = save('root.pem', authority.rootPem);
    const intermediate = save('intermediate.pem', authority.intermediatePem);
    const leaf = save('leaf.pem', authority.leafPem);
    openssl('verify', '-x509_strict', '-CAfile', root, '-untrusted', intermediate, leaf);
  });

  it('verifies the time stamp against the signature in the file', async () => {
    const [source] = simplest;
    assert.ok(source);
    const {store} = await sealFile(source, authority.signer);
    const sign1 = readCbor(readManifest(store).signature);
    assert.ok(sign1 instanceof Tagged);
    const [header, unprotected, , signature] = sign1.value as [
      Uint8Array,
      Map<string, Map<string, Map<string, Uint8Array>[]>>,
      null,
      Uint8Array,
    ];
    const token = unprotected.get('sigTst2')?.get('tstTokens')?.[0]?.get('val');
    assert.ok(token);
    const verify = (data: Uint8Array) =>
      spawnSync('openssl', [
        ...['ts', '-verify', '-token_in', '-in', save('token.der', token)],
        ...['-digest', Buffer.from(sha256(data)).toString('hex')],
        ...['-CAfile', save('root.pem', authority.rootPem)],
      ]).status;
    assert.equal(verify(stampedBytes(header, signature)), 0);
    assert.notEqual(verify(stampedBytes(header, sha256(signature))), 0);
  });
});
