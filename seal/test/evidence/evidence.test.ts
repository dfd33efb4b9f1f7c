import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {evidenceOf, type EvidenceWish} from '../../src/evidence/evidence-of.js';
import {cborAssertion, inBmff, inPng, manifest, store} from '../foreign-store.js';
import {makeAuthority, sha256, type TestAuthority} from '../pki.js';
import {redactSeal} from '../../src/writing/redaction/redact-seal.js';
import {options, sealFile, startEngine} from '../seal-file.js';
import {jpeg, mp3, png, webp} from '../sources.js';

const assets = new URL('../../../../shared/assets/', import.meta.url);
const hasAssets = existsSync(new URL('dev/C.jpg', assets));
const isThere = (program: string): boolean =>
  spawnSync(program, ['--help'], {stdio: 'ignore'}).error === undefined;
const skip = isThere('openssl') ? false : 'There is no openssl here.';

/** Unpacks with a program that shares no code with the package. */
function unpack(zip: string, folder: string): void {
  if (isThere('unzip')) execFileSync('unzip', ['-q', zip, '-d', folder]);
  else execFileSync('python3', ['-m', 'zipfile', '-e', zip, folder]);
}

interface Verified {
  /** Exit code of the script. */
  code: number | null;
  lines: string[];
  failed: string[];
  skipped: string[];
}

describe('the evidence package', {skip}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealed-capture-evidence-'));
  let authority: TestAuthority;
  let count = 0;

  before(async () => void (authority = await makeAuthority()));
  after(() => rmSync(folder, {recursive: true}));

  /** Unpacks the package. Resolves with the folder. */
  async function packed(file: Uint8Array, wish: Partial<EvidenceWish> = {}): Promise<string> {
    const zip = await evidenceOf(
      {
        file: Uint8Array.from(file),
        fileName: 'photo.jpg',
        texts: [{name: 'result.json', text: '{}\n'}],
        made: new Date('2026-11-21T10:00:00Z'),
        ...wish,
      },
      crypto.subtle,
    );
    const place = join(folder, String(++count));
    mkdirSync(place);
    writeFileSync(`${place}.zip`, zip);
    unpack(`${place}.zip`, place);
    return place;
  }

  function verify(place: string): Verified {
    const {status, stdout, stderr} = spawnSync('sh', [join(place, 'verify.sh')], {
      encoding: 'utf8',
      cwd: tmpdir(),
    });
    assert.equal(stderr, '');
    const lines = stdout.trim().split('\n');
    for (const line of lines) assert.match(line, /^(OK {9}|FAILED {5}|NOT CHECKED) [A-Z].*$/);
    const of = (state: string) =>
      lines.filter((line) => line.startsWith(state)).map((line) => line.slice(12));
    return {code: status, lines, failed: of('FAILED'), skipped: of('NOT CHECKED')};
  }

  const ourSeal = async (): Promise<Uint8Array> =>
    (await sealFile({media: jpeg, mediaType: 'image/jpeg'}, authority.signer)).sealed;

  const sources = {
    'image/jpeg': jpeg,
    'image/png': png,
    'image/webp': webp,
    'audio/mpeg': mp3,
  } as const;

  for (const [mediaType, media] of Object.entries(sources)) {
    it(`of our own seal of ${mediaType} passes every check with the root beside it`, async () => {
      const source = {media, mediaType: mediaType as keyof typeof sources};
      const {sealed} = await sealFile(source, authority.signer, {manifestSize: 160_000});
      const place = await packed(sealed);
      writeFileSync(join(place, 'trust.pem'), authority.rootPem);
      const {code, lines, failed, skipped} = verify(place);
      assert.deepEqual([code, failed, skipped], [0, [], []]);
      assert.equal(lines.length, 18);
      assert.match(lines.at(-1) ?? '', /valid at the time of the time stamp$/);
    });
  }

  it('of a redacted seal has no failure, and names the seal below as the one with the hash', async () => {
    const engine = await startEngine(authority.rootPem);
    const request = {sections: ['place'] as const};
    const redacted = await redactSeal(
      engine,
      await ourSeal(),
      'image/jpeg',
      request,
      authority.signer,
      options,
    );
    const place = await packed(redacted);
    writeFileSync(join(place, 'trust.pem'), authority.rootPem);
    const {code, failed, skipped} = verify(place);
    assert.deepEqual([code, failed], [0, []]);
    assert.equal(skipped.length, 1);
    assert.match(skipped[0] ?? '', /the seal was updated, and the one below holds the hash/);
  });

  it('reports what it cannot decide without trusted certificates, and does not fail for it', async () => {
    const {code, failed, skipped} = verify(await packed(await ourSeal()));
    assert.deepEqual([code, failed], [0, []]);
    assert.deepEqual(
      skipped.map((line) => line.split(':')[0]),
      [
        'The authority of the time stamp is among the trust anchors',
        'The certificate was issued under the trust anchors, and was valid',
      ],
    );
  });

  it('contains the page’s trust anchors, and prefers those of the person', async () => {
    const texts = [{name: 'seal/trust-anchors.pem', text: authority.rootPem}];
    const place = await packed(await ourSeal(), {texts});
    assert.deepEqual(verify(place).skipped, []);
    const stranger = await makeAuthority('Stranger');
    writeFileSync(join(place, 'trust.pem'), stranger.rootPem);
    const {code, failed} = verify(place);
    assert.equal(code, 1);
    assert.deepEqual(failed, [
      'The certificate was issued under the trust anchors, and was valid now',
    ]);
  });

  it('fails for a file that was changed after it was sealed', async () => {
    const changed = Uint8Array.from(await ourSeal());
    const at = changed.length - 20;
    changed[at] = (changed[at] ?? 0) ^ 1;
    const {code, failed} = verify(await packed(changed));
    assert.deepEqual([code, failed], [1, ['The file is the one that was sealed']]);
  });

  it('fails for a file of the package that was changed later', async () => {
    const place = await packed(await ourSeal());
    const media = join(place, 'photo.jpg');
    const bytes = readFileSync(media);
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
    writeFileSync(media, bytes);
    writeFileSync(join(place, 'result.json'), '{"labelValid": true}');
    assert.deepEqual(verify(place).failed, [
      'The file is the one that was put into this package',
      'So are the other files of this package',
      'The file is the one that was sealed',
    ]);
  });

  it('fails for an unsealed file that was changed later, even if the list was changed as well', async () => {
    for (const list of ['there', 'gone', 'empty', 'new'] as const) {
      const place = await packed(jpeg);
      writeFileSync(join(place, 'photo.jpg'), 'another');
      const hash = Buffer.from(sha256(Buffer.from('another'))).toString('hex');
      const path = join(place, 'SHA256SUMS');
      if (list === 'gone') rmSync(path);
      if (list === 'empty') writeFileSync(path, '');
      if (list === 'new') writeFileSync(path, `${hash}  photo.jpg\n`);
      const {code, failed} = verify(place);
      const others = list === 'there' ? [] : ['So are the other files of this package'];
      assert.deepEqual(
        [code, failed],
        [1, ['The file is the one that was put into this package', ...others]],
      );
    }
  });

  it('fails for another file that was changed or removed later, even if the list was changed as well', async () => {
    for (const text of ['{"labelValid": true}', undefined]) {
      const place = await packed(await ourSeal());
      const [path, list] = [join(place, 'result.json'), join(place, 'SHA256SUMS')];
      if (text === undefined) rmSync(path);
      else writeFileSync(path, text);
      assert.deepEqual(verify(place).failed, ['So are the other files of this package']);
      writeFileSync(list, `${readFileSync(list, 'utf8').split('\n')[0]}\n`);
      assert.deepEqual(verify(place).failed, ['So are the other files of this package']);
    }
  });

  it('fails for a list that was changed later', async () => {
    const place = await packed(jpeg);
    writeFileSync(join(place, 'SHA256SUMS'), '');
    assert.deepEqual(verify(place).failed, ['So are the other files of this package']);
  });

  /** Removes a box, and keeps the positions of everything else. */
  function without(label: string, file: Uint8Array): Uint8Array {
    const changed = Buffer.from(Uint8Array.from(file));
    // The position before the box header, the description header, the type and the toggles.
    const at = changed.indexOf(`${label}\0`) - 29;
    assert.equal(changed.toString('latin1', at, at + 4), 'jumb');
    changed.write('free', at);
    return changed;
  }

  it('fails for a changed file whose hash was removed from the seal', async () => {
    const changed = without('c2pa.hash.data', await ourSeal());
    const at = changed.length - 20;
    changed[at] = (changed[at] ?? 0) ^ 1;
    const {code, failed} = verify(await packed(changed));
    assert.deepEqual(
      [code, failed],
      [
        1,
        [
          'The file is the one that was sealed',
          'The assertion c2pa.hash.data that was signed is in the seal',
        ],
      ],
    );
  });

  it('fails for any assertion that was removed from the seal', async () => {
    const {failed} = verify(await packed(without('c2pa.actions.v2', await ourSeal())));
    assert.deepEqual(failed, ['The assertion c2pa.actions.v2 that was signed is in the seal']);
  });

  it('finds the hash of the file, and what is missing, after any number of others', async () => {
    const others = Array.from({length: 205}, (_, i) => cborAssertion(`com.example.other${i}`, {}));
    const hash = cborAssertion('c2pa.hash.data', {hash: new Uint8Array(32)});
    const assertions = [...others, hash];
    const one = await manifest({label: 'urn:c2pa:one', assertions}, authority.signer);
    const file = without('com.example.other204', inPng(store(one)));
    // Running so many checks would take seconds.
    const script = readFileSync(join(await packed(file), 'verify.sh'), 'utf8');
    assert.match(script, /^file_holds sha256 0{64} 'seal\/hash-assertion\.jumbf'/m);
    assert.match(script, /^failed 'The assertion com\.example\.other204 that was signed/m);
    assert.match(script, /^skipped 'The 6 further assertions/m);
    assert.equal(script.match(/^assertion_holds /gm)?.length, 199);
  });

  it('fails if the claim contains no hash of the file', async () => {
    const assertions = [cborAssertion('c2pa.actions.v2', {actions: []})];
    const one = await manifest({label: 'urn:c2pa:one', assertions}, authority.signer);
    const {code, failed} = verify(await packed(inPng(store(one))));
    assert.equal(code, 1);
    assert.deepEqual(
      failed.map((line) => line.split(' (')[0]),
      ['The claim names a hash of the file'],
    );
  });

  it('uses the hash of the file only from the assertion with the right name', async () => {
    const part = cborAssertion('c2pa.hash.data.part', {hash: new Uint8Array(32)});
    const assertions = [part];
    const one = await manifest({label: 'urn:c2pa:one', assertions}, authority.signer);
    assert.match(verify(await packed(inPng(store(one)))).failed[0] ?? '', /names a hash/);
  });

  it('explains where a service’s trust anchors are, and how to run the script on Windows', async () => {
    const readme = readFileSync(join(await packed(await ourSeal()), 'README.txt'), 'utf8');
    assert.match(readme, /https:\/\/example\.com\/inspection\/trust\.pem/);
    assert.match(readme, /On Windows .* Git Bash/);
    for (const line of readme.split('\n')) assert.ok(line.length <= 120, line);
  });

  for (const [name, wanted] of Object.entries({
    'seal/signature.der': ['The signature over the claim'],
    'seal/signed-bytes.bin': ['What was signed is the claim', 'The signature over the claim'],
    'seal/claim.cbor': ['What was signed is the claim'],
    'seal/stamped-bytes.bin': ['The time stamp'],
    'seal/timestamp-token.der': ['The time stamp'],
    'seal/hash-assertion.jumbf': ['The assertion c2pa.hash.data'],
    'seal/manifest-store.c2pa': ['The seal in this package', 'What was signed is the claim'],
  })) {
    it(`fails if ${name} was changed`, async () => {
      const place = await packed(await ourSeal());
      const bytes = readFileSync(join(place, name));
      // The store's claim is in its middle.
      const claim = readFileSync(join(place, 'seal/claim.cbor'));
      const at = name.endsWith('c2pa') ? bytes.indexOf(claim) + 9 : bytes.length - 3;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(join(place, name), bytes);
      const {code, failed} = verify(place);
      assert.equal(code, 1);
      for (const what of ['So are the other files', ...wanted]) {
        assert.ok(
          failed.some((line) => line.startsWith(what)),
          `${what} is not among ${failed.join(', ')}`,
        );
      }
    });
  }

  it('fails for an assertion whose hash is not in the claim, even if its script is changed', async () => {
    const place = await packed(await ourSeal());
    const [name = ''] = readdirSync(join(place, 'seal/assertions')).sort();
    const path = join(place, 'seal/assertions', name);
    const old = Buffer.from(sha256(readFileSync(path))).toString('hex');
    writeFileSync(path, 'made up');
    const script = join(place, 'verify.sh');
    const told = readFileSync(script, 'utf8');
    const hash = Buffer.from(sha256(Buffer.from('made up'))).toString('hex');
    writeFileSync(script, told.replace(old, hash));
    assert.ok(
      verify(place).failed.includes('The assertion c2pa.actions.v2 is the one that was signed'),
    );
  });

  it('of a file without a seal checks only its hash, and contains no seal', async () => {
    const place = await packed(jpeg);
    assert.deepEqual(readdirSync(place).sort(), [
      'README.txt',
      'SHA256SUMS',
      'photo.jpg',
      'result.json',
      'verify.sh',
    ]);
    const {code, failed, skipped} = verify(place);
    assert.deepEqual([code, failed, skipped.length], [0, [], 1]);
    assert.match(readFileSync(join(place, 'README.txt'), 'utf8'), /No seal was found/);
  });

  it('reports that openssl alone cannot check a file whose format has to be parsed', async () => {
    const hash = cborAssertion('c2pa.hash.bmff.v3', {alg: 'sha256', hash: new Uint8Array(32)});
    const one = await manifest({label: 'urn:c2pa:one', assertions: [hash]}, authority.signer);
    const place = await packed(inBmff(store(one), 'avif'), {fileName: 'photo.avif'});
    const {code, skipped} = verify(place);
    assert.equal(code, 0);
    assert.match(skipped[0] ?? '', /^The file is the one that was sealed: .* more than openssl/);
  });

  it('fails if the hash excludes bytes outside the seal', async () => {
    const binding = (file: Uint8Array) => {
      const end = file.length - 12;
      const hash = sha256(file.subarray(0, 8), file.subarray(end));
      return cborAssertion('c2pa.hash.data', {
        exclusions: [{start: 8, length: end - 8}],
        alg: 'sha256',
        hash,
      });
    };
    const sealed = async (file: Uint8Array) => {
      const assertions = [binding(file)];
      return inPng(store(await manifest({label: 'urn:c2pa:one', assertions}, authority.signer)));
    };
    const file = await sealed(await sealed(new Uint8Array(100)));
    const {code, failed} = verify(await packed(await sealed(file)));
    assert.equal(code, 1);
    assert.ok(failed.includes('The hash of the file leaves out nothing but the seal itself'));
  });

  for (const exclusions of [
    [{start: 0, length: 1e15}],
    [{start: -1, length: 3}],
    [
      {start: 0, length: 50},
      {start: 20, length: 50},
    ],
    [{start: 'x', length: 3}],
  ]) {
    it(`fails if the hash excludes ${JSON.stringify(exclusions)}`, async () => {
      const hash = cborAssertion('c2pa.hash.data', {exclusions, hash: new Uint8Array(32)});
      const one = await manifest({label: 'urn:c2pa:one', assertions: [hash]}, authority.signer);
      assert.deepEqual(verify(await packed(inPng(store(one)))).failed, [
        'The file is the one that was sealed',
      ]);
    });
  }

  it('contains what openssl and other tools read, under descriptive names', async () => {
    const file = await ourSeal();
    const place = await packed(file, {fileName: 'Größe (1).jpg'});
    assert.deepEqual(readdirSync(join(place, 'seal')).sort(), [
      'assertions',
      'certificate-chain.pem',
      'claim.cbor',
      'hash-assertion.jumbf',
      'manifest-store.c2pa',
      'signature.der',
      'signed-bytes.bin',
      'stamped-bytes.bin',
      'timestamp-token.der',
    ]);
    assert.ok(readFileSync(join(place, 'Gro_e (1).jpg')).equals(Buffer.from(file)));
    assert.ok(statSync(join(place, 'verify.sh')).mode & 0o100, 'it can be run');
    const token = execFileSync(
      'openssl',
      ['ts', '-reply', '-token_in', '-in', 'seal/timestamp-token.der', '-token_out', '-text'],
      {cwd: place, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']},
    );
    assert.match(token, /Time stamp: /);
    const readme = readFileSync(join(place, 'README.txt'), 'utf8');
    assert.match(readme, /^Elsewhere called Größe \(1\)\.jpg$/m);
    assert.match(readme, /verify\.sh/);
  });

  describe('with untrusted file names', () => {
    for (const [fileName, wanted] of Object.entries({
      '写真.jpg': 'file.jpg',
      'Größe.png': 'Gro_e.png',
      '.hidden': 'file.jpg',
      '../../a/b.jpg': 'a_b.jpg',
      'aux.jpg': 'file aux.jpg',
      'README.TXT': '2 README.TXT',
    })) {
      it(`renames ${fileName} to ${wanted}`, async () => {
        assert.ok(readdirSync(await packed(jpeg, {fileName})).includes(wanted));
      });
    }

    const nasty = [
      `../../$(touch escaped)'; touch escaped; '.jpg`,
      '-rf `touch escaped`.jpg',
      '"; touch escaped #\n\r\0\u202egpj.exe',
      'verify.sh',
      'SEAL',
      '..',
      '',
      'con.jpg',
      '写真.jpg',
      '__proto__',
      `${'ä'.repeat(400)}.jpeg`,
    ];

    for (const fileName of nasty) {
      it(`${JSON.stringify(fileName.slice(0, 40))} stays in its folder and out of the script`, async () => {
        const file = await ourSeal();
        const place = await packed(file, {
          fileName,
          texts: [
            {name: fileName, text: 'one'},
            {name: `/etc/${fileName}`, text: 'two'},
            {name: '../../../../tmp/escaped', text: 'three'},
          ],
        });
        const {code, failed} = verify(place);
        assert.deepEqual([code, failed], [0, []]);
        const found = readdirSync(place, {recursive: true, encoding: 'utf8'});
        for (const name of found) assert.match(name, /^[A-Za-z0-9._ ()/-]+$/);
        // Three text files and the inspected file, whatever their names.
        const own = found.filter((name) => statSync(join(place, name)).isFile());
        const listed = readFileSync(join(place, 'SHA256SUMS'), 'utf8').trim().split('\n');
        assert.equal(own.length, listed.length + 2);
        assert.ok(own.some((name) => readFileSync(join(place, name)).equals(Buffer.from(file))));
        assert.ok(!existsSync(join(tmpdir(), 'escaped')) && !existsSync(join(folder, 'escaped')));
      });
    }
  });

  describe(
    'of files made by others',
    {skip: !hasAssets && 'The shared test media are not here.'},
    () => {
      const anchors = () => readFileSync(new URL('anchors/c2pa-rs-test-roots.pem', assets), 'utf8');
      const verified = async (name: string) => {
        const file = new Uint8Array(readFileSync(new URL(`dev/${name}`, assets)));
        return verify(
          await packed(file, {
            fileName: name,
            texts: [{name: 'seal/trust-anchors.pem', text: anchors()}],
          }),
        );
      };

      it('verifies RSA-PSS and a time stamp over the claim (C.jpg)', async () => {
        const {code, failed, skipped, lines} = await verified('C.jpg');
        assert.deepEqual([code, failed, skipped.length], [0, [], 1]);
        assert.ok(lines.some((line) => line.includes('2023-01-24 14:48:56 UTC) is whole')));
      });

      for (const [name, wanted] of Object.entries({
        'XCA.jpg': ['The file is the one that was sealed'],
        'E-sig-CA.jpg': [
          'The signature over the claim was made with the key of the certificate',
          'The time stamp (2023-01-24 14:48:56 UTC) is whole and of this signature',
        ],
        'forged-exclusion-dev.jpg': ['The hash of the file leaves out nothing but the seal itself'],
        'xss-cert-dev.png': [
          'The certificate was issued under the trust anchors, and was valid now',
        ],
      })) {
        it(`fails for the error in ${name}`, async () => {
          const {code, failed} = await verified(name);
          assert.deepEqual([code, failed], [1, wanted]);
        });
      }

      it('does not fail for a certificate that has expired since its time stamp', async () => {
        const name = 'cards_expired_with_timestamp.jpg';
        const file = new Uint8Array(readFileSync(new URL(`dev/${name}`, assets)));
        const place = await packed(file);
        copyFileSync(new URL('anchors/ms-test-root.pem', assets), join(place, 'trust.pem'));
        const {code, skipped} = verify(place);
        assert.equal(code, 0);
        assert.match(skipped.at(-1) ?? '', /expired since the time that the time stamp claims/);
      });
    },
  );
});
