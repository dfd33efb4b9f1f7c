import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {trustedWorkerUrl} from './script-url.js';

const BY_POLICY = ' (Content-Security-Policy: worker-src)';

const isSecurityError = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === 'SecurityError';

/** Starts workers from one script. */
export interface WorkerScript {
  readonly start: () => Worker;
  /** Message for the page's developer if the script cannot be run. */
  readonly unavailable: () => string;
}

/** Advice for the page's developer on how to name the folder of the package's scripts. */
export const NAMES_FOLDER = 'scripts-base or setScriptsBase() names its folder.';

/**
 * Makes workers from a script. If the script cannot be run, the message names it, and the page's policy if the
 * browser reported a violation. `remedy` says how to set the script's address.
 */
export function workerScript(address: () => URL, remedy = NAMES_FOLDER): WorkerScript {
  let why = '';
  const unavailable = (): string =>
    `The worker script ${address().href} could not be run${why}. ${remedy}`;
  const onViolation = ({effectiveDirective, blockedURI}: SecurityPolicyViolationEvent): void => {
    // A script of another origin is started with a blob: address.
    const isOfScript = blockedURI === 'blob' || address().href.startsWith(blockedURI);
    if (isOfScript && effectiveDirective === 'worker-src') {
      why = BY_POLICY;
    }
  };
  return {
    start: () => {
      document.addEventListener('securitypolicyviolation', onViolation);
      try {
        return new Worker(trustedWorkerUrl(address()), {type: 'module'});
      } catch (cause) {
        // WebKit refuses at once what its policy forbids, and reports the violation later.
        if (isSecurityError(cause) && origin !== 'null') why = BY_POLICY;
        throw new SealedCaptureError('worker_unavailable', unavailable(), {cause});
      }
    },
    unavailable,
  };
}
