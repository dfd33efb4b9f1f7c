import type {MessagePort} from 'node:worker_threads';
import {equalBytes} from '@sealed-capture/seal/encoding/bytes.js';
import {manifestTrust} from '@sealed-capture/seal/node/manifest-trust.js';
import {sha256} from '@sealed-capture/seal/node/sha256.js';
import type {Sealer} from '../certificates/sealer.js';
import type {InThread, SealJob, ThreadIdentity} from './engine-jobs.js';
import {askForSignature} from './signing-port.js';

/** What a thread seals with; its signer asks the event loop. */
export type ThreadSealer = Pick<Sealer, 'signer' | 'trust'>;

/** A thread has one job at a time, so all sealers use the port of the last one. */
let port: MessagePort;

const sealers = new Map<string, {identity: ThreadIdentity; sealer: ThreadSealer}>();

/**
 * The sealer for a job. A job brings its identity; the size of a seal is measured once for each leaf certificate
 * and OCSP answer.
 */
export function sealerOf(job: InThread<SealJob>): ThreadSealer {
  const {identity, tokenSize} = job;
  ({port} = job);
  const [leaf = new Uint8Array()] = identity.certificateChain;
  const id = `${Buffer.from(sha256(leaf)).toString('base64')} ${tokenSize}`;
  const last = sealers.get(id);
  if (last && equalAnswers(last.identity, identity)) return last.sealer;
  const sealer = makeSealer(identity, tokenSize);
  sealers.set(id, {identity, sealer});
  return sealer;
}

function makeSealer(
  {certificateChain, algorithm, timestampedBy, ocspAnswer}: ThreadIdentity,
  tokenSize: number | undefined,
): ThreadSealer {
  const isStamped = timestampedBy !== undefined && tokenSize === undefined;
  return {
    signer: {
      certificateChain,
      algorithm,
      ocspAnswer,
      sign: (bytes) => askForSignature(port, 'sign', bytes),
      ...(isStamped && {timestamp: (imprint) => askForSignature(port, 'timestamp', imprint)}),
      timestampSize: tokenSize,
    },
    trust: manifestTrust({
      certificateChain,
      timestampedBy: isStamped ? [timestampedBy] : 'nobody',
      ocspAnswer,
    }),
  };
}

const equalAnswers = ({ocspAnswer: a}: ThreadIdentity, {ocspAnswer: b}: ThreadIdentity) =>
  a === b || (a !== undefined && b !== undefined && equalBytes(a, b));
