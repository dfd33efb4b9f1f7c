/** The page's worker that verifies seals. Its engine blocks it while it works on a file. Wiring only. */
import {WASM_SRI} from '@contentauth/c2pa-wasm';
import type {VerificationCalls} from '../ports/inspection/verification-calls.js';
import {together} from '../ports/worker-channel/together.js';
import {serve} from '../ports/worker-channel/serve.js';
import {loadEngine, Verification} from './inspection/verification.js';

const verification = new Verification();

// A trap may also surface as an unhandled rejection, which must end this worker.
self.addEventListener('unhandledrejection', ({reason}) => reportError(reason));

const preparation = {
  async prepare(engine, signal) {
    const compiled =
      typeof engine === 'string'
        ? await loadEngine({address: engine, integrity: WASM_SRI}, signal)
        : engine;
    verification.prepare(compiled);
    return compiled;
  },
} satisfies Partial<VerificationCalls>;

serve<VerificationCalls>(globalThis, together(preparation, verification));
