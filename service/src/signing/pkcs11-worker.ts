import {parentPort, workerData} from 'node:worker_threads';
import type {Pkcs11Answer, Pkcs11Call, Pkcs11WorkerData} from './pkcs11-calls.js';
import {Pkcs11Problem, Pkcs11Token, type Pkcs11Library} from './pkcs11-token.js';

// Runs in a worker thread, because a module blocks its caller, possibly for long.

const {library, setting} = workerData as Pkcs11WorkerData;
type Loaded = Pkcs11Library & {default?: Pkcs11Library};

/** Loaded on the first request, so that a failure to load is its answer. */
let opened: Promise<Pkcs11Token> | undefined;
const tokenOf = (): Promise<Pkcs11Token> =>
  (opened ??= import(library).then(
    (loaded: Loaded) => new Pkcs11Token(loaded.default ?? loaded, setting),
    (cause: unknown) => {
      throw new Pkcs11Problem(
        'graphene-pk11 cannot be loaded: its compiled part is missing, or is of another Node. Run npm rebuild pkcs11js where it is installed.',
        'setting',
        {cause},
      );
    },
  ));

parentPort?.on('message', (call: Pkcs11Call) => {
  void answer(call).then((made) => parentPort?.postMessage(made));
});

async function answer(call: Pkcs11Call): Promise<Pkcs11Answer> {
  const {id} = call;
  try {
    const token = await tokenOf();
    if (call.name === 'open') {
      token.open(call.pin);
      return {id, name: 'opened'};
    }
    return {id, name: 'signed', signature: await token.sign(call.digest)};
  } catch (error) {
    if (error instanceof Pkcs11Problem) {
      return {id, name: 'failed', reason: error.message, kind: error.kind};
    }
    // Only codes such as CKR_DEVICE_REMOVED are used; other text comes from the module.
    const code = error instanceof Error ? (/\bCKR_\w+/.exec(error.message)?.[0] ?? '') : '';
    const reason = `The PKCS #11 module failed${code && ` (${code})`}.`;
    return {id, name: 'failed', reason, kind: 'passing'};
  }
}
