import 'reflect-metadata';
import {join} from 'node:path';
import {readFile} from 'node:fs/promises';
import {X509Certificate as ParsedCertificate} from '@peculiar/x509';
import {X509Certificate} from 'node:crypto';
import type {Environment} from '../environment.js';
import {makePrivateFolder, readIfPresent, writePrivateFile} from '../files/private-files.js';
import {askByHttp, type AskResponder} from '../revocation/ask-responder.js';
import {
  RevocationWatch,
  type AnswerFile,
  type RevocationState,
} from '../revocation/revocation-watch.js';
import {ocspAddress} from './sandbox-authority.js';
import {readCertificates, type Certified} from './signing-identity.js';

/** Milliseconds that the service's start waits for the first answer. */
const FIRST_ANSWER_MS = 3_000;

/** The part of the logger that reports on certificates. */
export interface CertificateLog {
  info: (message: string) => void;
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
}

export interface WatchedIdentity {
  environment: Environment;
  signer: Certified;
  /** PEM. Contains the issuer if the chain consists of one certificate. */
  trust: string;
  /** Sends the request; default: to the responder that the certificate names. */
  ask?: AskResponder;
  /** Where the last answer is stored for the next start. */
  dataFolder?: string;
}

/**
 * Watches whether the certificate that an environment seals with was revoked.
 *
 * @returns undefined if the certificate names no responder
 */
export async function watchRevocation(
  {environment, signer, trust, ask, dataFolder}: WatchedIdentity,
  log: CertificateLog,
): Promise<RevocationWatch | undefined> {
  const [leaf] = signer.certificateChain;
  const issuer = issuerOf(signer, trust);
  const address = leaf && ocspAddress(new ParsedCertificate(Uint8Array.from(leaf)));
  const asking = ask ?? (address === undefined ? undefined : askByHttp(address));
  if (!leaf || !issuer || !asking) return undefined;
  const file = dataFolder === undefined ? undefined : answerFile(dataFolder, environment);
  const watch = new RevocationWatch({
    leaf,
    issuer,
    ask: asking,
    file,
    onChange: tell(environment, log),
    onNotStored: (err) => log.warn({err}, 'The answer about revocation could not be stored.'),
  });
  const started = watch.start();
  await Promise.race([started, pause(FIRST_ANSWER_MS)]);
  return watch;
}

function issuerOf({certificateChain}: Certified, trust: string): Uint8Array | undefined {
  const [leaf, issuer] = certificateChain;
  if (!leaf || issuer) return issuer;
  const issued = new X509Certificate(leaf);
  const root = readCertificates(trust, 'trust.pem').find(
    (one) => one.subject === issued.issuer && issued.verify(one.publicKey),
  );
  return root && new Uint8Array(root.raw);
}

const answerFile = (dataFolder: string, environment: Environment): AnswerFile => {
  const path = join(dataFolder, `${environment}-ocsp.base64`);
  return {
    read: async () => {
      const text = await readIfPresent(path, (name) => readFile(name, 'utf8'));
      return text === undefined ? undefined : Buffer.from(text, 'base64');
    },
    write: async (answer) => {
      await makePrivateFolder(dataFolder);
      await writePrivateFile(path, Buffer.from(answer).toString('base64'));
    },
  };
};

/** Logs one line for each change of the state. */
function tell(environment: Environment, log: CertificateLog): (state: RevocationState) => void {
  let wasMissing = false;
  return (state) => {
    switch (state.name) {
      case 'good':
        if (wasMissing)
          log.info(`Seals of the ${environment} environment carry OCSP answers again.`);
        wasMissing = false;
        return;
      case 'unknown':
        wasMissing = true;
        return log.warn(
          {environment, reason: state.reason},
          'There is no OCSP answer about the certificate that seals: seals are made without one.',
        );
      case 'revoked':
        return log.error(
          {environment},
          'The certificate that seals was revoked: nothing is sealed until there is another.',
        );
    }
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
