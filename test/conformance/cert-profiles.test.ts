import 'reflect-metadata';
import assert from 'node:assert/strict';
import {readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {
  AuthorityKeyIdentifierExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
} from '@peculiar/x509';
import {sandboxCertificates} from '../../service/src/certificates/certificates.js';
import {makeCertificate} from '../../service/src/certificates/certificate-maker.js';
import {certificateBlocks} from '../../service/src/certificates/signing-identity.js';
import {temporaryFolder} from '../../service/test/service-fixture.js';
import {certificateJson, keyIdentifier} from './certificate-json.js';
import {errorsOfProfile} from './profile.js';

const profiles = {
  root: errorsOfProfile('rootCA.cert'),
  issuer: errorsOfProfile('claimSigningIssuingCA.cert'),
  signer: errorsOfProfile('claimSigningLeaf.al1.cert'),
  'timestamp-issuer': errorsOfProfile('tsaIssuingCA.cert'),
  timestamp: errorsOfProfile('tsaLeaf.cert'),
  responder: errorsOfProfile('ocspResponderLeaf.cert'),
};

describe('The program’s certificate profiles', () => {
  let folder: string;
  const certificates = new Map<string, X509Certificate>();
  before(async () => {
    folder = await temporaryFolder();
    const base = 'http://seals.example/protection/sandbox';
    const {authority} = await sandboxCertificates(folder, Date.now(), base);
    for (const name of ['root', 'issuer', 'signer', 'timestamp-issuer', 'timestamp']) {
      const text = await readFile(join(folder, `sandbox/${name}.pem`), 'utf8');
      certificates.set(name, new X509Certificate(certificateBlocks(text)[0]!));
    }
    const responder = await makeCertificate({
      purpose: 'ocsp',
      subject: 'C=ZZ,O=Sealed Capture Sandbox,CN=Sandbox Responder',
      days: 1,
      now: Date.now(),
      issuer: authority.issuers.get('issuer'),
    });
    certificates.set('responder', responder.certificate);
  });
  after(() => rm(folder, {recursive: true}));

  for (const [name, errorsOf] of Object.entries(profiles)) {
    it(`match the sandbox’s certificate ${name}, and no other`, () => {
      for (const [other, certificate] of certificates) {
        const errors = errorsOf(certificateJson(certificate));
        if (other === name) assert.deepEqual(errors, []);
        else assert.notEqual(errors.length, 0, `${other} is not ${name}`);
      }
    });
  }

  it('do not match a certificate without a responder', async () => {
    const unnamed = await sandboxCertificates(await temporaryFolder(), Date.now());
    const leaf = new X509Certificate(Buffer.from(unnamed.identity.signer.certificateChain[0]!));
    assert.notEqual(profiles.signer(certificateJson(leaf)).length, 0);
  });

  it('require key identifiers of the certificate and its issuer as hashes of the keys', async () => {
    const identifierOf = (name: string) => keyIdentifier(certificates.get(name)!.publicKey);
    const issuers = {
      root: 'root',
      issuer: 'root',
      signer: 'issuer',
      'timestamp-issuer': 'root',
      timestamp: 'timestamp-issuer',
      responder: 'issuer',
    };
    for (const [name, issuer] of Object.entries(issuers)) {
      const certificate = certificates.get(name)!;
      assert.equal(
        certificate.getExtension(SubjectKeyIdentifierExtension)?.keyId,
        await identifierOf(name),
      );
      assert.equal(
        certificate.getExtension(AuthorityKeyIdentifierExtension)?.keyId,
        await identifierOf(issuer),
      );
    }
  });
});
