import {trustedWorkerUrl} from './script-url.js';

/** Starts workers from one script. */
export interface WorkerScript {
  readonly start: () => Worker;
  /** Message for the page's developer where the script cannot be run. */
  readonly unavailable: () => string;
}

/** Names the script where it cannot be run, and the page's policy where the browser reported a violation by it. */
export function workerScript(address: () => URL): WorkerScript {
  let why = '';
  const onViolation = ({effectiveDirective, blockedURI}: SecurityPolicyViolationEvent): void => {
    // A script of another origin is started by way of a blob: address.
    const isOfScript = blockedURI === 'blob' || address().href.startsWith(blockedURI);
    if (isOfScript && effectiveDirective === 'worker-src') {
      why = ' (Content-Security-Policy: worker-src)';
    }
  };
  return {
    start: () => {
      document.addEventListener('securitypolicyviolation', onViolation);
      return new Worker(trustedWorkerUrl(address()), {type: 'module'});
    },
    unavailable: () => `The worker script ${address().href} could not be run${why}.`,
  };
}
