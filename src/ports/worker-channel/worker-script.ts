import {SealedCaptureError} from '../../model/errors.js';
import {trustedWorkerUrl} from './script-url.js';

const BY_POLICY = ' (Content-Security-Policy: worker-src)';

const isSecurityError = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === 'SecurityError';

/** Starts workers from one script. */
export interface WorkerScript {
  readonly start: () => Worker;
  /** Message for the page's developer where the script cannot be run. */
  readonly unavailable: () => string;
}

/** For the page's developer: what names the folder of the package's own scripts. */
export const NAMES_FOLDER = 'scripts-base or setScriptsBase() names its folder.';

/**
 * Names the script where it cannot be run, and the page's policy where the browser reported a violation by it. `remedy`
 * says what names the script's address.
 */
export function workerScript(address: () => URL, remedy = NAMES_FOLDER): WorkerScript {
  let why = '';
  const unavailable = (): string =>
    `The worker script ${address().href} could not be run${why}. ${remedy}`;
  const onViolation = ({effectiveDirective, blockedURI}: SecurityPolicyViolationEvent): void => {
    // A script of another origin is started by way of a blob: address.
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
