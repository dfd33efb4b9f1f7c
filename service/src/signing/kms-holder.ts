import {createPublicKey, hash as hashOf, type KeyObject} from 'node:crypto';
import {sealAlgorithms, type SealAlgorithm} from '@sealed-capture/seal/encoding/cose-structures.js';
import {SettingsError} from '../settings/settings-error.js';
import type {KmsSetting} from '../settings/signer-setting.js';
import {HolderFailed, type KeyHolder} from './key-holder.js';
import {p1363Signature} from './p1363-signature.js';
import {peerAddress} from './peer.js';

/** The part of the AWS SDK that is used. */
interface KmsLibrary {
  KMSClient: new (options: object) => KmsClient;
  SignCommand: new (input: object) => object;
  GetPublicKeyCommand: new (input: object) => object;
}
interface KmsClient {
  send(command: object, options: {abortSignal: AbortSignal}): Promise<KmsAnswer>;
  destroy(): void;
}
/** The answer of either command, unchecked. */
interface KmsAnswer {
  Signature?: unknown;
  PublicKey?: unknown;
  KeySpec?: unknown;
  KeyUsage?: unknown;
}

const algorithms: Record<SealAlgorithm, {spec: string; signing: string}> = {
  ES256: {spec: 'ECC_NIST_P256', signing: 'ECDSA_SHA_256'},
  ES384: {spec: 'ECC_NIST_P384', signing: 'ECDSA_SHA_384'},
};

/** Attempts of the SDK; more would take longer than a client waits. */
const ATTEMPTS = 2;

/**
 * Signs with a key of AWS KMS, with the library that the operator has installed. The AWS SDK finds the credentials.
 * The key needs kms:GetPublicKey and kms:Sign.
 * @throws {SettingsError} if the library is not installed
 */
export async function openKms(
  {key: KeyId, region, endpoint}: KmsSetting,
  algorithm: SealAlgorithm,
): Promise<KeyHolder> {
  const library = (await import(peerAddress('@aws-sdk/client-kms'))) as KmsLibrary;
  const {KMSClient, SignCommand, GetPublicKeyCommand} = library;
  const {spec, signing: SigningAlgorithm} = algorithms[algorithm];
  const {hash} = sealAlgorithms[algorithm];
  let client: KmsClient;
  try {
    client = new KMSClient({
      ...(region !== undefined && {region}),
      ...(endpoint !== undefined && {endpoint}),
      maxAttempts: ATTEMPTS,
    });
  } catch (cause) {
    throw new SettingsError('SEALED_CAPTURE_SIGNER: AWS KMS needs a region, such as AWS_REGION.', {
      cause,
    });
  }
  const ask = async (command: object, abortSignal: AbortSignal) => {
    try {
      return await client.send(command, {abortSignal});
    } catch (error) {
      abortSignal.throwIfAborted();
      throw problemOf(error);
    }
  };
  return {
    name: 'AWS KMS',
    async publicKey(signal): Promise<KeyObject> {
      const answer = await ask(new GetPublicKeyCommand({KeyId}), signal);
      const {KeySpec, KeyUsage, PublicKey} = answer;
      if (!(PublicKey instanceof Uint8Array))
        throw new HolderFailed('Its answer has no public key.');
      if (KeyUsage !== 'SIGN_VERIFY' || KeySpec !== spec) {
        throw new SettingsError(
          `SEALED_CAPTURE_SIGNER: the key in AWS KMS must be of the usage SIGN_VERIFY and the kind ${spec}, as the first certificate in signer.pem is for ${algorithm}.`,
        );
      }
      try {
        return createPublicKey({key: Buffer.from(PublicKey), format: 'der', type: 'spki'});
      } catch (cause) {
        throw new HolderFailed('Its answer is no public key.', {cause});
      }
    },
    async sign(data, signal) {
      const Message = hashOf(hash, data, 'buffer');
      const input = {KeyId, Message, MessageType: 'DIGEST', SigningAlgorithm};
      const {Signature} = await ask(new SignCommand(input), signal);
      if (!(Signature instanceof Uint8Array))
        throw new HolderFailed('Its answer has no signature.');
      return p1363Signature(Signature, algorithm);
    },
    close: () => client.destroy(),
  };
}

/** Faults that an operator has to correct, by the SDK's names for them. */
const advice: Readonly<Partial<Record<string, string>>> = {
  NotFoundException: 'AWS KMS has no such key in this region and account.',
  AccessDeniedException: 'AWS KMS allows it too little: kms:GetPublicKey and kms:Sign are needed.',
  DisabledException: 'the key in AWS KMS is disabled.',
  KMSInvalidStateException: 'the key in AWS KMS is in no state to be used.',
  InvalidKeyUsageException: 'the key in AWS KMS is not for signatures.',
  UnsupportedOperationException: 'the key in AWS KMS is not for signatures of this kind.',
  UnrecognizedClientException: 'AWS does not accept the credentials.',
  InvalidSignatureException: 'AWS does not accept the credentials.',
};

/** Temporary faults: the source of credentials may be unavailable for a moment, or about to renew them. */
const passing: Readonly<Partial<Record<string, string>>> = {
  CredentialsProviderError: 'The AWS SDK finds no credentials.',
  ExpiredTokenException: 'The AWS credentials have expired.',
};

/** Uses only the name of an error: messages may name accounts. */
function problemOf(error: unknown): Error {
  const name = error instanceof Error ? error.name : '';
  const problem = advice[name];
  if (problem) return new SettingsError(`SEALED_CAPTURE_SIGNER: ${problem}`, {cause: error});
  const reason = passing[name];
  if (reason) return new HolderFailed(reason, {cause: error});
  if (isRegionMissing(error)) {
    return new SettingsError('SEALED_CAPTURE_SIGNER: AWS KMS needs a region, such as AWS_REGION.', {
      cause: error,
    });
  }
  const what = /^[A-Za-z]{1,64}$/.test(name) ? ` (${name})` : '';
  return new HolderFailed(`AWS KMS could not be asked${what}.`, {cause: error});
}

const isRegionMissing = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Region is missing';
